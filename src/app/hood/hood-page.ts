import { Component, computed, inject, signal } from '@angular/core';
import { CacheService } from 'ngx-cache-query';
import { CacheLog } from '../cache-panel/cache-log';
import { CommitSummary } from '../cache-panel/commit-summary';
import { RequestList } from '../cache-panel/request-list';
import { RowList } from '../cache-panel/row-list';
import { TableChoice } from '../cache-panel/table-choice';
import { getActivity, getActivityAuthors } from '../data/activity';
import { getFeed } from '../data/feed';
import { commentEndpoints } from '../data/comment-endpoints';
import { issueEndpoints, getLabels, getProjects } from '../data/issue-endpoints';
import { todoEndpoints } from '../data/todo-endpoints';
import { getUser, getUsers } from '../data/user-endpoints';
import { Announcer } from '../ui/announcer';
import { PageHead } from '../ui/page-head';
import { TextField } from '../ui/text-field';
import { CacheTiles } from './cache-tiles';
import { LiveQueries } from './live-queries';

/** The endpoints that load the data of all pages. */
const requested = [
  issueEndpoints.getList,
  issueEndpoints.get,
  commentEndpoints.getList,
  getProjects,
  getLabels,
  getUsers,
  getUser,
  todoEndpoints.getList,
  getFeed,
  getActivity,
  getActivityAuthors,
];

/** The whole cache: its tables and rows, the requests, and the stored results. */
@Component({
  selector: 'app-hood-page',
  imports: [
    CacheTiles,
    CommitSummary,
    LiveQueries,
    PageHead,
    RequestList,
    RowList,
    TextField,
    TableChoice,
  ],
  template: `
    <div class="page">
      <app-page-head
        title="Under the hood"
        text="Each row is stored once, in a flat table. The rows of the last commit are highlighted."
      >
        <div class="actions">
          <button class="button" type="button" (click)="expire()">Mark all as stale</button>
          <button class="button" type="button" (click)="empty()">Empty the cache</button>
        </div>
      </app-page-head>
      <app-cache-tiles />
      <div class="parts">
        <section class="card" aria-labelledby="tables">
          <h2 id="tables" tabindex="-1">Tables</h2>
          <app-commit-summary [commit]="log.last()" />
          @if (table(); as table) {
            <app-table-choice
              [tables]="log.tables()"
              [value]="table"
              (valueChange)="chosen.set($event)"
            />
            <app-text-field type="search" label="Rows that contain" [(value)]="text" />
            <app-row-list [table]="table" [rows]="rows()" [commit]="log.last()?.id ?? 0" />
          } @else {
            <p class="empty-note">Nothing is cached. Visit another page, and come back.</p>
          }
        </section>
        <div class="side">
          <app-live-queries />
          <section class="card" aria-labelledby="requests">
            <h2 id="requests" tabindex="-1">
              Requests <span class="tag" data-count="requests">{{ log.requestCount() }}</span>
            </h2>
            <app-request-list [requests]="log.requests()" />
          </section>
        </div>
      </div>
    </div>
  `,
  styles: `
    .parts,
    .side {
      display: grid;
      grid-template-columns: minmax(0, 1fr);
      align-items: start;
      gap: 1.25rem;
    }
    @media (min-width: 72rem) {
      .parts {
        grid-template-columns: minmax(0, 1.35fr) minmax(0, 1fr);
      }
    }
  `,
})
export class HoodPage {
  readonly #cache = inject(CacheService);
  readonly #announcer = inject(Announcer);

  protected readonly log = inject(CacheLog);
  protected readonly chosen = signal<string | undefined>(undefined);
  protected readonly text = signal('');

  /** The selected table. Default: the table that was written last. */
  protected readonly table = computed(() => {
    const written = this.log.last()?.changes.at(0)?.table;
    return this.chosen() ?? written ?? this.log.tables().at(0)?.name;
  });
  protected readonly rows = computed(() => {
    const text = this.text().toLocaleLowerCase();
    const rows = this.log.rows(this.table() ?? '');
    if (!text) return rows;
    return rows.filter(({ fields }) => JSON.stringify(fields).toLocaleLowerCase().includes(text));
  });

  protected expire(): void {
    this.#cache.batch(() => {
      for (const endpoint of requested) void this.#cache.refetch(endpoint);
    });
    this.#announcer.say('All data is stale. Each page refetches the data that it shows.');
  }

  protected empty(): void {
    void this.#cache.clear();
    this.#announcer.say('The cache is empty.');
  }
}
