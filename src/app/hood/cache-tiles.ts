import { Component, computed, inject } from '@angular/core';
import { CacheLog } from '../cache-panel/cache-log';

/** The amount of data in the cache. */
@Component({
  selector: 'app-cache-tiles',
  template: `
    <dl class="tiles" aria-label="What the cache holds">
      @for (tile of tiles(); track tile.name) {
        <div>
          <dt>{{ tile.name }}</dt>
          <dd>{{ tile.value }}</dd>
          <dd class="muted">{{ tile.means }}</dd>
        </div>
      }
    </dl>
  `,
})
export class CacheTiles {
  readonly #log = inject(CacheLog);

  protected readonly tiles = computed(() => {
    const stats = this.#log.stats();
    const rows = this.#log.tables().reduce((sum, { size }) => sum + size, 0);
    return [
      { name: 'Rows', value: rows, means: 'each stored once' },
      { name: 'Commits', value: this.#log.last()?.id ?? 0, means: 'so far' },
      { name: 'Results', value: stats?.memos ?? 0, means: 'kept' },
      { name: 'Cells', value: stats?.cells ?? 0, means: 'rows read, and lists' },
      { name: 'Streams', value: stats?.subjects ?? 0, means: 'watched' },
      { name: 'Edges', value: stats?.edges ?? 0, means: 'between cells' },
    ];
  });
}
