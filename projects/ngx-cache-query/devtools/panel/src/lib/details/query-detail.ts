import { ChangeDetectionStrategy, Component, computed, inject, input } from '@angular/core';
import { CacheDevtools } from 'ngx-cache-query/devtools';
import type { QueryInfo } from 'ngx-cache-query/extensions';
import { PanelState } from '../panel-state';
import { count, duration, oneLine } from '../texts';

/** The number of runs that are shown. */
const RUNS = 50;

/** A query: who reads it, and why it ran. */
@Component({
  selector: 'ncq-query-detail',
  changeDetection: ChangeDetectionStrategy.OnPush,
  template: `
    <h2>{{ name() }}</h2>
    <dl>
      <dt>Arguments</dt>
      <dd>
        <code>{{ args() }}</code>
      </dd>
      <dt>Subscribers</dt>
      <dd>{{ query().subscribers }}</dd>
      <dt>Runs of process</dt>
      <dd>{{ runs() }}</dd>
    </dl>
    <h3>Why it ran</h3>
    <p>{{ answer().text }}</p>
    <ol role="list">
      @for (run of history(); track run.id) {
        <li>
          <button class="link" type="button" (click)="state.openCommit(run.id)">
            Commit {{ run.id }}
          </button>
          <span>{{ run.text }}</span>
        </li>
      }
    </ol>
  `,
})
export class QueryDetail {
  protected readonly state = inject(PanelState);
  readonly query = input.required<QueryInfo>();

  protected readonly name = computed(() => this.state.nameOf(this.query()));
  protected readonly args = computed(() => oneLine(this.query().args));
  protected readonly runs = computed(() => {
    const { ms, runs } = this.query();
    return runs === 0 ? 'none' : `${runs}, ${duration(ms)} in all, ${duration(ms / runs)} each`;
  });
  protected readonly answer = computed(() => {
    this.state.changes();
    const { args, queryable } = this.query();
    return this.state.devtools().whyQuery(queryable, ...args);
  });
  protected readonly history = computed(() =>
    this.answer()
      .runs.slice(0, RUNS)
      .map(({ commit, hasEmitted, ms, rows, runs }) => ({
        id: commit.id,
        text: `${CacheDevtools.words.time(commit.time)}, ${count(rows.length, 'row')}, ${count(runs, 'run')} (${duration(ms)}), ${hasEmitted ? 'emitted' : 'emitted nothing'}`,
      })),
  );
}
