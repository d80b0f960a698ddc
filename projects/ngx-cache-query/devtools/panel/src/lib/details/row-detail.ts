import {
  ChangeDetectionStrategy,
  Component,
  computed,
  inject,
  input,
  linkedSignal,
  signal,
} from '@angular/core';
import { CacheDevtools } from 'ngx-cache-query/devtools';
import { PanelState, type RowId } from '../panel-state';
import { duration, oneLine } from '../texts';
import { FieldEditor } from './field-editor';

/** A row: its values with their origin, what mutations in flight do to it, and what uses it. */
@Component({
  selector: 'ncq-row-detail',
  imports: [FieldEditor],
  changeDetection: ChangeDetectionStrategy.OnPush,
  template: `
    <h2>{{ row().table }} {{ row().pk }}</h2>
    @if (!isThere()) {
      <p>The cache does not contain this row.</p>
    } @else if (hasOlder()) {
      <p>
        Values without an origin came with restored data, such as the page from the server, or
        before the recorded commits.
      </p>
    }
    <dl class="fields">
      @for (field of fields(); track field.name) {
        <dt>{{ field.name }}</dt>
        <dd>
          @if (edited() === field.name) {
            <ncq-field-editor
              [row]="row()"
              [field]="field.name"
              [value]="field.value"
              (closed)="edited.set(undefined)"
            />
          } @else {
            <code>{{ field.line }}</code>
            @if (!state.isReadOnly() && !field.isHidden) {
              <button
                class="link"
                type="button"
                [attr.aria-label]="'Edit ' + field.name"
                (click)="edited.set(field.name)"
              >
                Edit
              </button>
            }
          }
          @if (field.commit; as commit) {
            <small>
              {{ field.origin }}
              <button class="link" type="button" (click)="state.openCommit(commit)">
                Commit {{ commit }}
              </button>
            </small>
          }
        </dd>
      }
    </dl>
    @if (pending(); as pending) {
      <h3>Changes in flight</h3>
      <ul role="list">
        @for (change of pending.changes; track $index) {
          <li>
            @if (change.request; as request) {
              <button class="link" type="button" (click)="state.openRequest(request)">
                Request {{ request }}
              </button>
            }
            <code>{{ change.text }}</code>
          </li>
        }
      </ul>
      <p>
        The server has <code>{{ pending.server }}</code>
      </p>
    }
    @if (!state.session()) {
      <h3>Used by</h3>
      <p>
        {{ uses().kept }}
        <button class="link" type="button" (click)="asked.set(asked() + 1)">Ask again</button>
      </p>
      <ul role="list">
        @for (query of uses().queries; track $index) {
          <li>
            <button class="link" type="button" (click)="state.openQuery(query.id)">
              {{ query.name }}
            </button>
            {{ query.text }}
          </li>
        }
        @for (reference of uses().references; track $index) {
          <li>
            <button class="link" type="button" (click)="open(reference)">
              {{ reference.table }} {{ reference.pk }}
            </button>
          </li>
        }
      </ul>
    }
  `,
  styles: `
    .fields {
      row-gap: 8px;
    }
    .fields code {
      margin-right: 8px;
    }
    small {
      display: block;
    }
  `,
})
export class RowDetail {
  protected readonly state = inject(PanelState);
  readonly row = input.required<RowId>();

  /** The field that is edited. */
  protected readonly edited = linkedSignal<RowId, string | undefined>({
    source: this.row,
    computation: () => undefined,
  });
  /** The number of times that the uses were asked for: the answer walks over all rows. */
  protected readonly asked = signal(0);

  readonly #answers = computed(() => {
    this.state.changes();
    const { pk, table } = this.row();
    return this.state.source().whyRow(table, pk);
  });
  protected readonly isThere = computed(() => this.#answers().length > 0);
  protected readonly fields = computed(() =>
    this.#answers().map(({ field, isHidden, origin, value }) => ({
      name: field,
      isHidden,
      value,
      line: oneLine(value),
      commit: origin?.commit,
      origin: origin
        ? `${CacheDevtools.words.time(origin.time)}, ${CacheDevtools.words.cause(origin.cause)}`
        : '',
    })),
  );
  protected readonly hasOlder = computed(() => this.#answers().some(({ origin }) => !origin));
  protected readonly pending = computed(() => {
    const pending = this.#answers().at(0)?.pending;
    if (!pending) return undefined;
    const line = (fields: Readonly<Record<string, unknown>> | undefined) =>
      fields && oneLine(fields);
    return {
      server: line(pending.server) ?? 'no such row',
      changes: pending.changes.map(({ fields, isAnswered, request }) => ({
        request,
        text: `${line(fields) ?? 'deletes the row'}${isAnswered ? ' (answered)' : ''}`,
      })),
    };
  });
  protected readonly uses = computed(() => {
    this.asked();
    const { pk, table } = this.row();
    const { keptFor, queries, references } = this.state.devtools().uses(table, pk);
    const isUsed = queries.length > 0 || references.length > 0;
    const rest =
      keptFor === undefined
        ? ''
        : keptFor === Infinity
          ? 'It is never evicted.'
          : `If nothing uses it, it stays for ${duration(keptFor)}.`;
    return {
      kept: `${isUsed ? '' : 'Nothing uses the row. '}${rest}`,
      queries: queries.map((query) => ({
        id: this.state.idOf(query),
        name: this.state.nameOf(query),
        text: query.subscribers > 0 ? '' : ' (read, without subscribers)',
      })),
      references: references.slice(0, 50),
    };
  });

  protected open({ pk, table }: RowId): void {
    const isTable = this.state
      .source()
      .tables()
      .some(({ name }) => name === table);
    if (isTable) this.state.openRow({ table, pk });
    else this.state.openResponse({ endpoint: table, key: pk });
  }
}
