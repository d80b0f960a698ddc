import { Component } from '@angular/core';
import { RouterLink } from '@angular/router';
import { respondNotFound } from './frame/not-found';

@Component({
  selector: 'app-not-found-page',
  imports: [RouterLink],
  template: `
    <h1 tabindex="-1">This page does not exist</h1>
    <p class="empty-note">
      There is no page at this address. <a routerLink="/board">Go to the board</a>
    </p>
  `,
})
export class NotFoundPage {
  constructor() {
    respondNotFound();
  }
}
