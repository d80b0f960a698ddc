import { Component, inject } from '@angular/core';
import { CacheService } from 'ngx-cache-query';
import { countUsers } from '../data/user-queries';

/** One Query with three different arguments. */
@Component({
  selector: 'app-user-counts',
  template: `
    <dl>
      <div>
        <dt>Everyone</dt>
        <dd data-count="all">{{ all() ?? '–' }}</dd>
      </div>
      <div>
        <dt>Admins</dt>
        <dd data-count="admins">{{ admins() ?? '–' }}</dd>
      </div>
      <div>
        <dt>Others</dt>
        <dd data-count="others">{{ others() ?? '–' }}</dd>
      </div>
    </dl>
  `,
  styles: `
    dl {
      display: flex;
      gap: 1.5rem;
    }
    dt {
      color: var(--muted);
      font-size: var(--tiny);
    }
    dd {
      font: 500 1.375rem/1.2 var(--serif);
    }
  `,
})
export class UserCounts {
  readonly #cache = inject(CacheService);

  protected readonly all = this.#cache.selectSignal(countUsers);
  protected readonly admins = this.#cache.selectSignal(countUsers, { isAdmin: true });
  protected readonly others = this.#cache.selectSignal(countUsers, { isAdmin: false });
}
