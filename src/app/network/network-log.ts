import { Component, inject } from '@angular/core';
import { RequestLog } from './request-log';

/** The requests of the page. */
@Component({
  selector: 'app-network-log',
  template: `
    <section aria-labelledby="network-log">
      <h2 id="network-log" class="label">
        Network log <span class="tag" data-count="logged">{{ log.count() }}</span>
      </h2>
      <ol role="list" aria-label="Network log">
        @for (request of log.newest(); track request) {
          <li [class]="request().state">
            <span class="anywhere">{{ request().key }}</span>
            <span class="ms fixed">{{
              words[request().state] ?? request().ms?.toFixed(0) + ' ms'
            }}</span>
          </li>
        } @empty {
          <li>No requests yet.</li>
        }
      </ol>
    </section>
  `,
  styles: `
    li {
      display: flex;
      justify-content: space-between;
      gap: 0.5rem;
      padding: 0.2rem 0;
      color: var(--muted);
      font: 0.6875rem/1.5 var(--mono);
    }
    li:first-child {
      color: var(--ink);
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
