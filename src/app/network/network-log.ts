import { Component, inject } from '@angular/core';
import { RequestLog } from './request-log';

/** The requests of the page. */
@Component({
  selector: 'app-network-log',
  template: `
    <section aria-labelledby="network-log">
      <h2 id="network-log">
        Network log <span class="tag" data-count="logged">{{ log.count() }}</span>
      </h2>
      <ol role="list" aria-label="Network log">
        @for (request of log.newest(); track request) {
          <li [class]="request().state">
            <span class="what">{{ request().key }}</span>
            <span class="ms">{{ words[request().state] ?? request().ms?.toFixed(0) + ' ms' }}</span>
          </li>
        } @empty {
          <li>No requests yet.</li>
        }
      </ol>
    </section>
  `,
  styles: `
    h2 {
      margin-bottom: 0.35rem;
      color: var(--muted);
      font: 500 var(--tiny) / 1.4 var(--sans);
    }
    li {
      display: flex;
      justify-content: space-between;
      gap: 0.5rem;
      padding: 0.2rem 0;
      color: var(--muted);
      font-family: var(--mono);
      font-size: 0.6875rem;
    }
    li:first-child {
      color: var(--ink);
    }
    .what {
      min-width: 0;
      overflow-wrap: anywhere;
    }
    .ms {
      flex: none;
    }
    .error .ms {
      color: var(--danger);
    }
  `,
})
export class NetworkLog {
  protected readonly log = inject(RequestLog);
  protected readonly words: Readonly<Record<string, string | undefined>> = {
    pending: '…',
    error: 'failed',
    aborted: 'aborted',
  };
}
