import { Component } from '@angular/core';
import { RouterLink } from '@angular/router';
import { respondNotFound } from './frame/not-found';

@Component({
  selector: 'app-not-found-page',
  imports: [RouterLink],
  template: `
    <h1 tabindex="-1">There is no such page</h1>
    <p class="empty-note">
      This address does not exist. <a routerLink="/board">Go to the board</a>
    </p>
  `,
})
export class NotFoundPage {
  constructor() {
    respondNotFound();
  }
}
