import { Component, RESPONSE_INIT, inject, input } from '@angular/core';
import { RouterLink } from '@angular/router';

/** A message that something does not exist. If the server renders it, the page has status 404. */
@Component({
  selector: 'app-not-found',
  imports: [RouterLink],
  template: `
    <h1 tabindex="-1">This {{ what() }} does not exist</h1>
    <p class="empty-note">
      It was deleted, or it never existed. <a [routerLink]="link()">{{ way() }}</a>
    </p>
  `,
  host: { class: 'page' },
})
export class NotFound {
  readonly what = input.required<string>();
  /** Where the user can go on instead, and the text of the link. */
  readonly link = input.required<string>();
  readonly way = input.required<string>();

  constructor() {
    const response = inject(RESPONSE_INIT, { optional: true });
    if (response !== null) response.status = 404;
  }
}
