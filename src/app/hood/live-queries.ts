import { Component, computed, inject } from '@angular/core';
import { toSignal } from '@angular/core/rxjs-interop';
import { interval } from 'rxjs';
import { CacheLog } from '../cache-panel/cache-log';
import { Announcer } from '../ui/announcer';
import { argsOf, nameOf } from './query-names';

/**
 * The interval at which the component reads the subscriber counts, in milliseconds. Subscribing and unsubscribing cause
 * no commits, so no signal reports them.
 */
const period = 1_000;

/** The results that the cache stores, and their costs so far. Results without subscribers are gray. */
@Component({
  selector: 'app-live-queries',
  template: `
    <section class="card" aria-labelledby="queries">
      <div class="card-head">
        <h2 id="queries" tabindex="-1">
          Live queries <span class="tag" data-count="watched">{{ watched() }}</span>
        </h2>
        <button class="button" type="button" (click)="sweep()">Sweep</button>
      </div>
      <div class="scroll" tabindex="0" role="region" aria-label="Stored results">
        <table>
          <thead>
            <tr>
              <th scope="col">Query and key</th>
              <th scope="col"><abbr title="Subscribers">Subs</abbr></th>
              <th scope="col">Runs</th>
              <th scope="col">ms</th>
            </tr>
          </thead>
          <tbody>
            @for (query of queries(); track query.id) {
              <tr [class.idle]="query.subscribers === 0">
                <th scope="row">
                  <b>{{ query.name }}</b><span>{{ query.args }}</span>
                </th>
                <td>{{ query.subscribers }}</td>
                <td>{{ query.runs }}</td>
                <td>{{ query.ms.toFixed(1) }}</td>
              </tr>
            } @empty {
              <tr class="idle">
                <td colspan="4">There are no results.</td>
              </tr>
            }
          </tbody>
        </table>
      </div>
      <p class="muted small">
        Results in gray have no subscribers. About once a minute, the cache drops all such results.
      </p>
    </section>
  `,
  styleUrl: './live-queries.css',
})
export class LiveQueries {
  readonly #log = inject(CacheLog);
  readonly #announcer = inject(Announcer);
  readonly #period = toSignal(interval(period));

  /**
   * The stored results. Results with subscribers come before the others. Within both groups, the results that took the
   * longest come first.
   */
  protected readonly queries = computed(() => {
    this.#period();
    return this.#log
      .queries()
      .map((query) => ({ ...query, name: nameOf(query.queryable), args: argsOf(query) }))
      .map((query) => ({ ...query, id: `${query.name} ${query.key}` }))
      .sort(
        (a, b) =>
          Math.sign(b.subscribers) - Math.sign(a.subscribers) ||
          b.ms - a.ms ||
          a.id.localeCompare(b.id),
      );
  });
  protected readonly watched = computed(
    () => this.queries().filter(({ subscribers }) => subscribers > 0).length,
  );

  protected sweep(): void {
    const gone = this.#log.sweep();
    this.#announcer.say(`${gone} ${gone === 1 ? 'result was' : 'results were'} dropped.`);
  }
}
