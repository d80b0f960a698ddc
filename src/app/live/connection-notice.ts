import { Component, effect, input, signal } from '@angular/core';
import type { ConnectionState } from './connection';

/** Shows whether the page is live: a dot while it is connected, and a sentence when the connection is lost. */
@Component({
  selector: 'app-connection-notice',
  template: `
    @if (state() === 'live') {
      <span class="live"><span class="word">Live</span></span>
    }
    <span role="status">
      @if (state() === 'lost') {
        <span class="lost">Offline: reconnecting…</span>
      } @else if (wasLost() && state() === 'live') {
        <span class="visually-hidden">Connected again.</span>
      }
    </span>
  `,
  styles: `
    :host {
      display: flex;
      align-items: center;
      min-height: 1.25rem;
      font-size: var(--tiny);
      line-height: 1.25rem;
      white-space: nowrap;
    }
    .live,
    .lost {
      display: inline-flex;
      align-items: center;
      gap: 0.45rem;
      animation: appear var(--quick) ease-out;
    }
    .live {
      color: var(--muted);
    }
    .lost {
      color: var(--warn);
      font-weight: 500;
    }
    .live::before,
    .lost::before {
      width: 0.5rem;
      height: 0.5rem;
      border-radius: 50%;
      background: var(--accent);
      content: '';
    }
    .lost::before {
      border: 2px solid currentColor;
      background: none;
    }
    @keyframes appear {
      from {
        opacity: 0;
      }
    }
    /* In a narrow window, only the dot is shown. */
    @media (max-width: 30rem) {
      .word {
        position: absolute;
        width: 1px;
        height: 1px;
        overflow: hidden;
        clip-path: inset(50%);
      }
    }
  `,
})
export class ConnectionNotice {
  readonly state = input.required<ConnectionState>();

  protected readonly wasLost = signal(false);

  constructor() {
    effect(() => {
      if (this.state() === 'lost') this.wasLost.set(true);
    });
  }
}
