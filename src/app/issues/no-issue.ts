import { Component } from '@angular/core';
import { RouterLink } from '@angular/router';
import { respondNotFound } from '../frame/not-found';

/** A message that the issue does not exist. */
@Component({
  selector: 'app-no-issue',
  imports: [RouterLink],
  template: `
    <h1 tabindex="-1">This issue does not exist</h1>
    <p class="empty-note">
      It was deleted, or it never existed. <a routerLink="/issues">See all issues</a>
    </p>
  `,
  styles: `
    :host {
      display: grid;
      gap: 1rem;
    }
    h1 {
      font: 600 clamp(1.375rem, 1.2rem + 0.8vw, 1.75rem) / 1.2 var(--serif);
    }
  `,
})
export class NoIssue {
  constructor() {
    respondNotFound();
  }
}
