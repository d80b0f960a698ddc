import { Component, input, linkedSignal } from '@angular/core';
import type { ConnectionState } from './connection';

/** Shows whether the page is live: a dot while it is connected, and a sentence when the connection is lost. */
@Component({
  selector: 'app-connection-notice',
  template: `
    @if (state() === 'live') {
      <span class="live"><span class="word">Live</span></span>
    }
    <span role="status">
      @if (wasLost()) {
        @if (state() === 'lost') {
          <span class="lost">Offline: reconnecting…</span>
        } @else if (state() === 'live') {
          <span class="visually-hidden">Connected again.</span>
        }
      }
    </span>
  `,
  styleUrl: './connection-notice.css',
})
export class ConnectionNotice {
  readonly state = input.required<ConnectionState>();

  /** Whether the connection has ever been lost. The template reads this signal in each state, so it misses none. */
  protected readonly wasLost = linkedSignal<ConnectionState, boolean>({
    source: this.state,
    computation: (state, previous) => state === 'lost' || previous?.value === true,
  });
}
