import { DecimalPipe, formatNumber } from '@angular/common';
import { Component, LOCALE_ID, computed, inject, signal, viewChild } from '@angular/core';
import { toObservable, toSignal } from '@angular/core/rxjs-interop';
import { CacheService } from 'ngx-cache-query';
import { statusNames } from '../data/issue';
import { ConnectionNotice } from '../live/connection-notice';
import { Announcer } from '../ui/announcer';
import { Choice, type Option } from '../ui/choice';
import { PageHead } from '../ui/page-head';
import { triggeredRead } from '../ui/triggered-read';
import { MutationError } from '../ui/mutation-error';
import { VirtualList } from '../ui/virtual-list';
import { TextField } from '../ui/text-field';
import { CommitBars } from './commit-bars';
import { CommitClock, commitsKept } from './commit-clock';
import { type ScaleIssue, allScaleIssues, getScaleIssues, scaleIssues } from './scale-issue';
import { ScaleProgress } from './scale-progress';
import { ScaleTicks } from './scale-ticks';
import { ScaleTiles } from './scale-tiles';

/** Shows a very large number of rows through one Query, while the server constantly changes some of them. */
@Component({
  selector: 'app-scale-page',
  imports: [
    Choice,
    CommitBars,
    ConnectionNotice,
    DecimalPipe,
    MutationError,
    PageHead,
    ScaleTiles,
    TextField,
    VirtualList,
  ],
  providers: [ScaleTicks],
  template: `
    <div class="page">
      <app-page-head
        title="Scale"
        text="One Query reads a very large list, and the server constantly changes some of its rows. This page has its own cache."
      >
        <div class="actions">
          @for (size of sizes; track size) {
            <button
              class="button"
              type="button"
              [class.primary]="loaded() !== size"
              [attr.aria-busy]="loading.isPending()"
              (click)="load(size)"
            >
              Load {{ size | number }}
            </button>
          }
        </div>
      </app-page-head>
      <app-mutation-error
        [mutation]="loading"
        what="The issues could not be loaded."
        (retry)="load(requested())"
      />
      @if (loading.isPending()) {
        <div role="status">
          <label class="small" for="on-its-way"
            >{{ requested() | number }} issues: {{ progress.step() }}…</label
          >
          @if (progress.bytes(); as bytes) {
            <span class="muted small" aria-hidden="true">
              {{ bytes / 1e6 | number: '1.1-1' }} MB</span
            >
          }
          <progress id="on-its-way"></progress>
        </div>
      }
      <app-scale-tiles [took]="took()" />
      <section class="card" aria-label="Issues">
        <div class="controls">
          <app-choice
            legend="Edits per second, of one row each"
            [options]="rates"
            [value]="ticks.rate()"
            (valueChange)="ticks.choose($event)"
          />
          <app-connection-notice class="connection" [state]="ticks.state()" />
          <app-text-field type="search" class="search" label="Title contains" [(value)]="text" />
        </div>
        <app-commit-bars [times]="clock.times()" [kept]="commitsKept" />
        @if (issues(); as issues) {
          <p class="muted small" data-count="rows">{{ issues.length | number }} issues</p>
          <app-virtual-list label="Rows of issues" [items]="issues" [height]="400" [rowHeight]="40">
            <ng-template let-issue>
              <span class="line">
                <span class="muted">{{ asIssue(issue).id }}</span>
                <span class="title">{{ asIssue(issue).title }}</span>
                <span class="muted status">{{ names[asIssue(issue).status] }}</span>
                <b>{{ asIssue(issue).points }}</b>
              </span>
            </ng-template>
          </app-virtual-list>
        } @else {
          <p class="empty-note">Nothing is loaded yet. Start with ten thousand issues.</p>
        }
      </section>
    </div>
  `,
  styles: `
    progress {
      width: 100%;
      accent-color: var(--accent);
    }
    .controls {
      display: flex;
      flex-wrap: wrap;
      gap: 0.75rem 1rem;
    }
    .connection {
      align-self: end;
      min-width: 3rem;
      min-height: 2.25rem;
    }
    .search {
      flex: 1 1 9rem;
    }
    .line {
      display: grid;
      grid-template-columns: 4rem minmax(0, 1fr) 5rem 2rem;
      align-items: center;
      gap: 0.5rem;
      height: 100%;
      padding: 0 0.75rem;
      font-size: var(--small);
    }
    .line > .muted,
    .line b {
      font-size: var(--tiny);
    }
    .title {
      overflow: hidden;
      text-overflow: ellipsis;
      white-space: nowrap;
    }
    b {
      text-align: end;
    }
    @media (max-width: 40rem) {
      .line {
        grid-template-columns: 3.25rem minmax(0, 1fr) 1.5rem;
      }
      .status {
        display: none;
      }
    }
  `,
})
export class ScalePage {
  readonly #cache = inject(CacheService);
  readonly #announcer = inject(Announcer);
  private readonly list = viewChild(VirtualList);

  readonly #locale = inject(LOCALE_ID);
  #start = 0;

  protected readonly clock = inject(CommitClock);
  protected readonly ticks = inject(ScaleTicks);
  protected readonly progress = inject(ScaleProgress);
  protected readonly loading = triggeredRead(getScaleIssues, (issues, { n }) => {
    if (this.loaded() > n) this.#keepOnly(issues.slice(0, n));
    this.took.set(performance.now() - this.#start);
    this.list()?.toTop();
    this.#announcer.say(`${formatNumber(n, this.#locale)} issues are in the cache.`);
  });
  protected readonly commitsKept = commitsKept;
  protected readonly names = statusNames;
  protected readonly sizes = [10_000, 100_000];
  protected readonly rates: readonly Option<number>[] = [
    { label: 'None', value: 0 },
    { label: '10', value: 10 },
    { label: '50', value: 50 },
    { label: '200', value: 200 },
  ];

  protected readonly requested = signal(0);
  protected readonly loaded = this.clock.stored;
  protected readonly took = signal<number | undefined>(undefined);
  protected readonly text = signal('');
  /**
   * The issues that match the text. They come from an Observable, so that the measured cost of a commit includes the
   * Query.
   */
  protected readonly issues = toSignal(
    this.#cache.select(
      scaleIssues,
      toObservable(computed((): [{ text: string }] => [{ text: this.text().toLocaleLowerCase() }])),
    ),
  );

  /**
   * The rows stay until the response arrives. If the user selects another size in the meantime, that size is loaded.
   */
  protected load(n: number): void {
    this.ticks.choose(0);
    this.requested.set(n);
    this.#start = performance.now();
    this.loading.load({ n });
  }

  /** Replaces all rows in one commit, so that no view ever shows an empty list. */
  #keepOnly(issues: readonly ScaleIssue[]): void {
    const rows = issues.map(({ id, title, status, priority, points }) => {
      return { id, title, status, priority, points };
    });
    this.#cache.batch(() => {
      void this.#cache.reset();
      this.#cache.set(allScaleIssues, rows);
    });
  }

  /** The template of a list does not know the type of its rows. */
  protected asIssue(issue: unknown): ScaleIssue {
    return issue as ScaleIssue;
  }
}
