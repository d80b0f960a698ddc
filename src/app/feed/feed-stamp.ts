import { DatePipe } from '@angular/common';
import { Component, input } from '@angular/core';

/** The type and the date of an item. */
@Component({
  selector: 'app-feed-stamp',
  imports: [DatePipe],
  template: `
    <span class="tag">{{ kind() }}</span>
    <time class="muted" [attr.datetime]="at().toISOString()">{{
      at() | date: 'd MMM, HH:mm'
    }}</time>
  `,
  styles: `
    :host {
      display: flex;
      align-items: center;
      gap: 0.5rem;
    }
    time {
      font-size: var(--tiny);
    }
  `,
})
export class FeedStamp {
  readonly kind = input.required<string>();
  readonly at = input.required<Date>();
}
