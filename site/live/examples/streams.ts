import { Component, DestroyRef, inject, signal } from '@angular/core';
import { toObservable } from '@angular/core/rxjs-interop';
import { CacheService, Entity, schema } from 'ngx-cache-query';
import { EMPTY, interval, map, switchMap } from 'rxjs';

class Price extends Entity {
  static override readonly key: string = 'Price';
  readonly id: string = '';
  readonly value: number = 0;
}
const prices = new schema.All(Price);

/** Messages of a stream, which the cache merges into its rows. */
@Component({
  selector: 'app-live-streams',
  template: `
    <label class="check">
      <input type="checkbox" role="switch" [checked]="isOn()" (change)="isOn.set(!isOn())" /> Stream
    </label>
    <table>
      <tbody>
        @for (price of prices() ?? []; track price.id) {
          <tr>
            <th scope="row">{{ price.id }}</th>
            <td>{{ price.value.toFixed(2) }}</td>
          </tr>
        }
      </tbody>
    </table>
  `,
  styles: 'td, th { padding: 0.3rem 1rem 0.3rem 0; text-align: start; }',
})
export class Streams {
  private readonly cache = inject(CacheService);
  protected readonly isOn = signal(true);
  protected readonly prices = this.cache.selectSignal(prices);

  constructor() {
    this.cache.set(prices, [
      { id: 'EUR', value: 1 },
      { id: 'JPY', value: 160 },
      { id: 'USD', value: 1.1 },
    ]);
    // Like a WebSocket, this stream sends one changed price at a time.
    const messages$ = interval(1_000).pipe(
      map((i) => {
        const { id, value } = this.cache.get(prices)![i % 3];
        return { id, value: value * (0.99 + Math.random() / 50) };
      }),
    );
    const source$ = toObservable(this.isOn).pipe(switchMap((isOn) => (isOn ? messages$ : EMPTY)));
    const connection = this.cache.connect(source$, Price);
    inject(DestroyRef).onDestroy(() => connection.unsubscribe());
  }
}
