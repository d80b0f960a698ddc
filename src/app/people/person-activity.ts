import { Component, inject, input } from '@angular/core';
import { CacheService } from 'ngx-cache-query';
import { type Period, userIn } from '../data/user-activity';

/** The activity of a person in a period, next to the total: one entity with two lenses at the same time. */
@Component({
  selector: 'app-person-activity',
  template: `
    @if (total()?.done !== undefined) {
      <span>{{ share(inPeriod()?.done, total()?.done) }} done</span>,
      <span>{{ share(inPeriod()?.comments, total()?.comments) }} comments</span>
    }
  `,
  styles: `
    span {
      white-space: nowrap;
    }
  `,
  host: { class: 'muted tiny' },
})
export class PersonActivity {
  readonly userId = input.required<number>();
  readonly period = input.required<Period>();

  readonly #cache = inject(CacheService);

  protected readonly inPeriod = this.#cache.selectSignal(userIn, () => [
    { id: this.userId(), period: this.period() },
  ]);
  protected readonly total = this.#cache.selectSignal(userIn, () => [
    { id: this.userId(), period: 'all' },
  ]);

  /** Returns `3 of 21`, or only the total if the period is all time. */
  protected share(part: number | undefined, total: number | undefined): string {
    return this.period() === 'all' ? `${total}` : `${part ?? '–'} of ${total}`;
  }
}
