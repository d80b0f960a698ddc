import { CdkVirtualScrollViewport, ScrollingModule } from '@angular/cdk/scrolling';
import { DecimalPipe, formatNumber } from '@angular/common';
import { Component, LOCALE_ID, computed, inject, signal, viewChild } from '@angular/core';
import { toObservable, toSignal } from '@angular/core/rxjs-interop';
import { CacheService, reportProgress } from 'ngx-cache-query';
import { statusNames } from '../data/issue';
import { ConnectionNotice } from '../live/connection-notice';
import { Announcer } from '../ui/announcer';
import { Choice, type Option } from '../ui/choice';
import { PageHead } from '../ui/page-head';
import { triggeredRead } from '../ui/triggered-read';
import { MutationError } from '../ui/mutation-error';
import { TextField } from '../ui/text-field';
import { CommitBars } from './commit-bars';
import { CommitClock } from './commit-clock';
import { type ScaleIssue, allScaleIssues, getScaleIssues, scaleIssues } from './scale-issue';
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
    ScrollingModule,
    TextField,
  ],
  providers: [ScaleTicks],
  templateUrl: './scale-page.html',
  styleUrl: './scale-page.css',
})
export class ScalePage {
  readonly #cache = inject(CacheService);
  readonly #announcer = inject(Announcer);
  private readonly list = viewChild(CdkVirtualScrollViewport);

  readonly #locale = inject(LOCALE_ID);
  #start = 0;

  protected readonly ticks = inject(ScaleTicks);
  /** The number of bytes of the response that have arrived. */
  protected readonly bytes = signal(0);
  protected readonly loading = triggeredRead(
    getScaleIssues.extend({
      progress: () => reportProgress({ onDownload: ({ loaded }) => this.bytes.set(loaded) }),
    }),
    (issues, { n }) => {
      if (this.loaded() > n) this.#keepOnly(issues.slice(0, n));
      this.took.set(performance.now() - this.#start);
      this.list()?.scrollToIndex(0);
      this.#announcer.say(`${formatNumber(n, this.#locale)} issues are in the cache.`);
    },
  );
  protected readonly names = statusNames;
  protected readonly sizes = [10_000, 100_000];
  protected readonly rates: readonly Option<number>[] = [
    { label: 'None', value: 0 },
    { label: '10', value: 10 },
    { label: '50', value: 50 },
    { label: '200', value: 200 },
  ];

  protected readonly requested = signal(0);
  protected readonly loaded = inject(CommitClock).stored;
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
    this.bytes.set(0);
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
}
