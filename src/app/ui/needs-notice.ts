import { Component, computed, input } from '@angular/core';
import { failureOf } from './failure';
import type { Needs } from './need';

/** Shows that data is being loaded or could not be loaded, with a retry button. */
@Component({
  selector: 'app-needs-notice',
  template: `
    @if (failure(); as failure) {
      <div class="failure-box" role="alert">
        <p>
          {{ what() }} could not be loaded{{ needs().ready() ? ' again' : '' }}.
          {{ failure.message }}
          @if (shown()) {
            The data that you see may be out of date.
          }
        </p>
        <button class="button" type="button" (click)="needs().retry()">Try again</button>
      </div>
    } @else if (needs().pending() && !shown()) {
      <div role="status">
        <span class="visually-hidden">Loading {{ inside() }}…</span>
        <div class="skeleton" aria-hidden="true"><i></i><i></i><i></i><i></i></div>
      </div>
    } @else if (needs().fetching()) {
      <div class="again" role="status">
        <span class="visually-hidden">Refetching {{ inside() }}…</span>
      </div>
    }
  `,
  styles: `
    /* While cached data is shown, the line at the top indicates that the data is being refetched. */
    .again {
      position: fixed;
      z-index: 2;
      inset: 0 0 auto;
      height: 3px;
      background: linear-gradient(100deg, var(--accent) 40%, var(--line) 50%, var(--accent) 60%);
      background-size: 300% 100%;
    }
    .skeleton {
      display: grid;
      gap: 0.75rem;
    }
    i {
      height: 3.25rem;
      border-radius: var(--radius);
      background: linear-gradient(100deg, var(--line) 40%, var(--surface) 50%, var(--line) 60%);
      background-size: 300% 100%;
    }
    i:nth-child(2n) {
      width: 82%;
    }
    @media (prefers-reduced-motion: no-preference) {
      i,
      .again {
        animation: sweep 1.6s linear infinite;
      }
      @keyframes sweep {
        from {
          background-position: 100% 0;
        }
        to {
          background-position: 0 0;
        }
      }
    }
  `,
  host: { style: 'display: contents' },
})
export class NeedsNotice {
  readonly needs = input.required<Needs>();
  /** The name of the needed data: `The board`. */
  readonly what = input.required<string>();
  /** Whether some data can be shown before everything is loaded, for example because other pages have loaded it. */
  readonly there = input(false);

  /** The same name, as it is written in the middle of a sentence. */
  protected readonly inside = computed(() => this.what().replace(/^The/, 'the'));
  protected readonly shown = computed(() => this.there() || this.needs().ready());
  protected readonly failure = computed(() => failureOf(this.needs().error()));
}
