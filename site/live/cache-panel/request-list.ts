import { Component, input } from '@angular/core';
import type { RequestEvent } from 'ngx-cache-query/extensions';

/** The requests, newest first. */
@Component({
  selector: 'app-request-list',
  template: `
    <div class="scroll" tabindex="0" role="region" aria-label="Requests made">
      <ol role="list">
        @for (request of requests(); track request.id) {
          <li>
            <span class="what">{{ request.key }}</span>
            <span class="state" [class]="request.state">
              {{ words[request.state] }}
              @if (request.ms !== undefined) {
                {{ request.ms.toFixed(0) }} ms
              }
            </span>
          </li>
        } @empty {
          <li class="muted">No requests yet. Reading from the cache sends no requests.</li>
        }
      </ol>
    </div>
  `,
  styles: `
    .scroll {
      max-height: clamp(6rem, 24vh, 14rem);
      overflow: auto;
      border: 1px solid var(--line);
      border-radius: var(--radius);
      background: var(--inset);
    }
    li {
      display: flex;
      justify-content: space-between;
      gap: 0.75rem;
      padding: 0.35rem 0.6rem;
      font-family: var(--mono);
      font-size: 0.75rem;
      overflow-wrap: anywhere;
    }
    li + li {
      border-block-start: 1px solid var(--line);
    }
    .state {
      flex: none;
      color: var(--muted);
    }
    .success {
      color: var(--accent-strong);
    }
    .error {
      color: var(--danger);
    }
  `,
})
export class RequestList {
  readonly requests = input.required<readonly RequestEvent[]>();

  protected readonly words = {
    pending: 'pending',
    success: 'succeeded',
    error: 'failed',
    aborted: 'aborted',
  };
}
