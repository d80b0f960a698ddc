import {
  ChangeDetectionStrategy,
  Component,
  computed,
  inject,
  input,
  linkedSignal,
} from '@angular/core';
import { CacheDevtools, type CommitRecord, type RowRecord } from 'ngx-cache-query/devtools';
import { HAS_HISTORY, PanelState } from '../panel-state';
import { count, duration, oneLine } from '../texts';

/** The number of rows that are shown first. A response can have thousands. */
const FIRST = 30;

/** A commit: its cause, what it changed, and the queries that it affected. */
@Component({
  selector: 'ncq-commit-detail',
  changeDetection: ChangeDetectionStrategy.OnPush,
  template: `
    <h2>Commit {{ commit().id }}</h2>
    <p>
      {{ time() }}: {{ cause() }}
      @if (commit().cause.request; as request) {
        <button class="link" type="button" (click)="state.openRequest(request)">
          Open request {{ request }}
        </button>
      }
    </p>
    @if (hasHistory) {
      <button type="button" [disabled]="isShown()" (click)="show()">
        {{ isShown() ? 'The application shows this commit' : 'Show the data after this commit' }}
      </button>
    }
    <h3>{{ rowCount() }}</h3>
    @for (row of rows(); track $index) {
      <div class="change">
        <button class="link" type="button" (click)="state.openRow(row)">
          {{ row.table }} {{ row.pk }}
        </button>
        <span class="kind" [class]="row.kind">{{ row.kind }}</span>
        <dl>
          @for (field of row.fields; track field.name) {
            <dt>{{ field.name }}</dt>
            <dd>
              @if (field.before !== undefined) {
                <del>{{ field.before }}</del>
              }
              @if (field.after !== undefined) {
                <ins>{{ field.after }}</ins>
              }
            </dd>
          }
        </dl>
      </div>
    }
    @if (more() > 0) {
      <button type="button" (click)="most.set(most() + 100)">{{ more() }} more</button>
    }
    @if (hasHistory) {
      <h3>{{ queryCount() }}</h3>
    }
    <ul role="list">
      @for (query of queries(); track $index) {
        <li>
          @if (state.session()) {
            {{ query.name }}
          } @else {
            <button class="link" type="button" (click)="state.openQuery(query.id)">
              {{ query.name }}
            </button>
          }
          <span>{{ query.text }}</span>
        </li>
      }
    </ul>
  `,
  styles: `
    .change {
      padding: 6px 0;
      border-top: 1px solid var(--faint);
    }
    .kind {
      margin-left: 8px;
      color: var(--muted);
    }
    .kind.added {
      color: var(--good);
    }
    .kind.removed {
      color: var(--bad);
    }
  `,
})
export class CommitDetail {
  protected readonly state = inject(PanelState);
  protected readonly hasHistory = HAS_HISTORY;
  readonly commit = input.required<CommitRecord>();

  protected readonly most = linkedSignal({
    source: () => this.commit().id,
    computation: () => FIRST,
  });
  protected readonly time = computed(() => CacheDevtools.words.time(this.commit().time));
  protected readonly cause = computed(() => CacheDevtools.words.cause(this.commit().cause));
  protected readonly isShown = computed(
    () => this.state.source().shownCommit() === this.commit().id,
  );
  protected readonly rowCount = computed(() => count(this.commit().rows.length, 'changed row'));
  protected readonly more = computed(() => this.commit().rows.length - this.most());
  protected readonly rows = computed(() =>
    this.commit()
      .rows.slice(0, this.most())
      .map((row) => ({ ...row, fields: this.#fieldsOf(row) })),
  );
  protected readonly queryCount = computed(() =>
    count(this.commit().queries.length, 'affected query', 'affected queries'),
  );
  protected readonly queries = computed(() => {
    this.state.changes(); // Signals run a query after the commit.
    return this.commit().queries.map((query) => ({
      id: this.state.idOf(query),
      name: query.name,
      text: `${query.hasEmitted ? 'emitted' : 'emitted nothing'}, ${count(query.runs, 'run')}, ${duration(query.ms)}`,
    }));
  });

  protected show(): void {
    this.state.source().showCommit(this.commit().id);
  }

  #fieldsOf({ after, before, fields }: RowRecord) {
    const line = (row: RowRecord['after'], name: string) =>
      row && name in row ? oneLine(row[name]) : undefined;
    return fields.map((name) => ({ name, before: line(before, name), after: line(after, name) }));
  }
}
