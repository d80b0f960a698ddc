import { ChangeDetectionStrategy, Component, computed, inject, untracked } from '@angular/core';
import type { StoredRow } from 'ngx-cache-query/extensions';
import { RowDetail } from '../details/row-detail';
import type { Column } from '../grid/column';
import { PanelState } from '../panel-state';
import { Split } from '../split';
import { count, oneLine, size } from '../texts';
import { TableRows } from './table-rows';

/** The number of rows whose fields become columns. */
const SAMPLE = 50;

/** The rows of one table at a time. */
@Component({
  selector: 'ncq-tables',
  imports: [RowDetail, Split],
  changeDetection: ChangeDetectionStrategy.OnPush,
  template: `
    <ncq-split
      [label]="'Rows of ' + (table() ?? 'no table')"
      empty="The table has no rows."
      [columns]="columns()"
      [items]="rows()"
      [keyOf]="pkOf"
      [selected]="row()?.pk"
      (selectedChange)="select($any($event))"
      [detail]="row() && row()!.table + ' ' + row()!.pk"
    >
      <label>
        <span class="visually-hidden">Table</span>
        <select [value]="table()" (change)="choose($any($event.target).value)">
          @for (option of tables(); track option.name) {
            <option [value]="option.name" [selected]="option.name === table()">
              {{ option.text }}
            </option>
          } @empty {
            <option>No tables yet</option>
          }
        </select>
      </label>
      @if (row(); as row) {
        <ncq-row-detail detail [row]="row" />
      }
    </ncq-split>
  `,
})
export class Tables {
  protected readonly state = inject(PanelState);
  protected readonly pkOf = ({ pk }: StoredRow) => pk;

  readonly #tables = computed(() => {
    this.state.changes();
    return this.state.source().tables();
  });
  protected readonly tables = computed(() => {
    const [lists, entities] = [true, false].map((isList) =>
      this.#tables().filter((table) => (table.isList ?? false) === isList),
    );
    return [...entities, ...lists].map(({ bytes, name, size: rows }) => {
      return { name, text: `${name}: ${count(rows, 'row')}, ${size(bytes)}` };
    });
  });
  protected readonly table = computed(() => this.state.table() ?? this.tables().at(0)?.name);
  protected readonly row = computed(() => {
    const row = this.state.row();
    return row?.table === this.table() ? row : undefined;
  });
  readonly #rows = computed(() => {
    const table = this.table();
    return table === undefined ? undefined : new TableRows(this.state.source(), table);
  });
  protected readonly rows = computed((): readonly StoredRow[] => {
    const table = this.#tables().find(({ name }) => name === this.table());
    const rows = this.#rows();
    return untracked(() => rows?.update(table?.size ?? 0)) ?? [];
  });
  readonly #sample = computed(() => this.rows().slice(0, SAMPLE));
  readonly #fields = computed(
    () => [...new Set(this.#sample().flatMap(({ fields }) => Object.keys(fields)))],
    { equal: (a, b) => a.join() === b.join() },
  );
  protected readonly columns = computed((): Column<StoredRow>[] => {
    const sample = this.#sample();
    const fields = this.#fields().map((name, index) =>
      columnOf(name, ({ fields: { [name]: value } }) => value, sample, index > 2),
    );
    const key = columnOf<StoredRow>('Key', ({ pk }) => pk, sample);
    // Most rows have a field that is their key.
    const isShown = fields.some((field) => sample.every((row) => field.text(row) === row.pk));
    return isShown ? fields : [key, ...fields];
  });

  protected select(pk: string | undefined): void {
    this.state.row.set(pk === undefined ? undefined : { table: this.table()!, pk });
  }

  protected choose(table: string): void {
    this.state.table.set(table);
    this.state.row.set(undefined);
  }
}

/** Returns a column that is as wide as what it contains. */
function columnOf<T>(
  label: string,
  valueOf: (item: T) => unknown,
  sample: readonly T[],
  isMinor = false,
): Column<T> {
  const text = (item: T) => cell(valueOf(item));
  const longest = Math.max(label.length + 2, ...sample.map((item) => text(item).length));
  const width = `minmax(${20 + 7 * Math.min(longest, 16)}px, ${Math.min(longest, 40)}fr)`;
  const isNumber = sample.length > 0 && sample.every((item) => typeof valueOf(item) === 'number');
  return { label, text, width, isNumber, isMinor, value: (item) => orderOf(valueOf(item)) };
}

function cell(value: unknown): string {
  return typeof value === 'string' ? value : oneLine(value);
}

/** Numbers before texts, and numbers in texts as numbers. */
function orderOf(value: unknown): string | number {
  if (typeof value === 'number') return value;
  const text = cell(value);
  return text !== '' && Number.isFinite(Number(text)) ? Number(text) : text;
}
