import { ChangeDetectionStrategy, Component, computed, inject, input } from '@angular/core';
import { CacheDevtools, type RequestRecord } from 'ngx-cache-query/devtools';
import { PanelState } from '../panel-state';
import { duration, oneLine } from '../texts';
import { ResponseActions } from './response-actions';

/** A request: why it was sent, how it went, and which commits it caused. */
@Component({
  selector: 'ncq-request-detail',
  imports: [ResponseActions],
  changeDetection: ChangeDetectionStrategy.OnPush,
  template: `
    <h2>{{ request().key }}</h2>
    <p>{{ why() }}</p>
    <dl>
      <dt>Endpoint</dt>
      <dd>
        <code>{{ request().endpoint }}</code>
      </dd>
      <dt>Arguments</dt>
      <dd>
        <code>{{ args() }}</code>
      </dd>
      <dt>Sent at</dt>
      <dd>{{ sentAt() }}</dd>
      <dt>State</dt>
      <dd [class.bad]="request().state === 'error'">{{ request().state }}, {{ ms() }}</dd>
      @if (request().error; as error) {
        <dt>Error</dt>
        <dd class="bad">{{ error.message }}</dd>
      }
    </dl>
    <h3>Commits</h3>
    <ul role="list">
      @for (commit of commits(); track commit.id) {
        <li>
          <button class="link" type="button" (click)="state.openCommit(commit.id)">
            Commit {{ commit.id }}
          </button>
          <span>{{ commit.text }}</span>
        </li>
      } @empty {
        <li>None is recorded.</li>
      }
    </ul>
    @if (!state.session()) {
      <ncq-response-actions [response]="request()" [isMutation]="request().isMutation" />
    }
  `,
})
export class RequestDetail {
  protected readonly state = inject(PanelState);
  readonly request = input.required<RequestRecord>();

  protected readonly why = computed(() => {
    const { isMutation, reason } = this.request();
    if (reason) return CacheDevtools.words.reason(reason);
    return isMutation ? 'The application called the mutation.' : 'Only dev mode knows the reason.';
  });
  protected readonly args = computed(() => oneLine(this.request().args));
  protected readonly sentAt = computed(() => {
    const { attempts, startedAt } = this.request();
    return `${CacheDevtools.words.time(startedAt)}${attempts > 1 ? `, ${attempts} times` : ''}`;
  });
  protected readonly ms = computed(() => duration(this.request().ms));
  protected readonly commits = computed(() =>
    this.state
      .commits()
      .filter(({ cause }) => cause.request === this.request().id)
      .map(({ cause, id, time }) => ({
        id,
        text: `${CacheDevtools.words.time(time)}, ${CacheDevtools.words.cause(cause)}`,
      })),
  );
}
