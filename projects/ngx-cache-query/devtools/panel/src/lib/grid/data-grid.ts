import {
  CdkFixedSizeVirtualScroll,
  CdkVirtualForOf,
  CdkVirtualScrollableElement,
  CdkVirtualScrollViewport,
} from '@angular/cdk/scrolling';
import {
  ChangeDetectionStrategy,
  Component,
  computed,
  effect,
  type ElementRef,
  input,
  model,
  signal,
  untracked,
  viewChild,
} from '@angular/core';
import { arranged } from './arranged';
import type { Column, Order } from './column';

/** The height of a row, in pixels. */
const ROW = 28;

/** A list that is longer is not kept in place while it grows: to find its first visible row would take too long. */
const SHORT = 2_000;

let grids = 0;

/**
 * A grid of any length with search, sorting and a selected row. Arrow keys, Page Up and Page Down, Home and End move the
 * selection. Only visible rows are in the DOM.
 */
@Component({
  selector: 'ncq-data-grid',
  imports: [
    CdkFixedSizeVirtualScroll,
    CdkVirtualForOf,
    CdkVirtualScrollableElement,
    CdkVirtualScrollViewport,
  ],
  changeDetection: ChangeDetectionStrategy.OnPush,
  template: `
    <div class="bar">
      <input
        type="search"
        placeholder="Search"
        [attr.aria-label]="'Search ' + label()"
        [value]="text()"
        (input)="text.set($any($event.target).value)"
      />
      <ng-content />
      <span class="count" role="status">{{ count() }}</span>
    </div>
    <div
      #box
      cdkVirtualScrollingElement
      class="box"
      role="grid"
      tabindex="0"
      [attr.aria-label]="label()"
      [attr.aria-rowcount]="shown().length + 1"
      [attr.aria-colcount]="columns().length"
      [attr.aria-activedescendant]="activeId()"
      [style.--columns]="widths()"
      [style.--narrow-columns]="narrowWidths()"
      (click)="onClick($event)"
      (keydown)="onKey($event)"
    >
      <div class="row head" role="row" aria-rowindex="1">
        @for (column of columns(); track column.label) {
          <span
            role="columnheader"
            [class.number]="column.isNumber"
            [class.minor]="column.isMinor"
            [attr.aria-sort]="sortOf(column)"
          >
            <button type="button" (click)="sort(column)">
              {{ column.label }}
              <span class="arrow" aria-hidden="true">{{ arrowOf(column) }}</span>
            </button>
          </span>
        }
      </div>
      <cdk-virtual-scroll-viewport role="rowgroup" [itemSize]="rowHeight">
        <div
          *cdkVirtualFor="let item of shown(); let index = index; trackBy: trackBy"
          class="row"
          role="row"
          [id]="id + '-' + index"
          [class.selected]="keyOf()(item) === selected()"
          [attr.aria-rowindex]="index + 2"
          [attr.aria-selected]="keyOf()(item) === selected()"
        >
          @for (column of columns(); track column.label) {
            <span
              role="gridcell"
              [class]="column.tone?.(item)"
              [class.number]="column.isNumber"
              [class.minor]="column.isMinor"
              [title]="column.text(item)"
              >{{ column.text(item) }}</span
            >
          }
        </div>
      </cdk-virtual-scroll-viewport>
      @if (shown().length === 0) {
        <p class="empty">{{ text() ? 'Nothing matches.' : empty() }}</p>
      }
    </div>
  `,
  styleUrl: './data-grid.css',
})
export class DataGrid<T> {
  readonly label = input.required<string>();
  readonly columns = input.required<readonly Column<T>[]>();
  readonly items = input.required<readonly T[]>();
  /** Returns what identifies an item. */
  readonly keyOf = input.required<(item: T) => unknown>();
  /** What is shown if there are no items. */
  readonly empty = input('Nothing yet.');
  /** The key of the selected item. */
  readonly selected = model<unknown>();

  private readonly box = viewChild.required<ElementRef<HTMLElement>>('box');
  private readonly viewport = viewChild.required(CdkVirtualScrollViewport);

  protected readonly rowHeight = ROW;
  protected readonly id = `grid-${grids++}`;
  protected readonly text = signal('');
  readonly #order = signal<{ readonly label: string; readonly isDescending: boolean } | undefined>(
    undefined,
  );
  readonly #by = computed((): Order<T> | undefined => {
    const order = this.#order();
    const column = this.columns().find(({ label }) => label === order?.label);
    return column && { column, isDescending: order!.isDescending };
  });
  readonly #matches = computed(() => {
    const text = this.text().toLowerCase();
    const columns = this.columns();
    if (!text) return undefined;
    return (item: T) =>
      columns.some((column) => (column.find ?? column.text)(item).toLowerCase().includes(text));
  });
  protected readonly shown = arranged(
    computed(() => ({ items: this.items(), matches: this.#matches(), order: this.#by() })),
  );
  protected readonly count = computed(() => {
    const [shown, all] = [this.shown().length, this.items().length].map((each) =>
      each.toLocaleString('en'),
    );
    return this.text() ? `${shown} of ${all}` : all;
  });
  protected readonly widths = computed(() => widthsOf(this.columns()));
  protected readonly narrowWidths = computed(() =>
    widthsOf(this.columns().filter(({ isMinor }) => !isMinor)),
  );
  readonly #index = computed(() => {
    const key = this.selected();
    return key === undefined ? -1 : this.shown().findIndex((item) => this.keyOf()(item) === key);
  });
  protected readonly activeId = computed(() =>
    this.#index() < 0 ? undefined : `${this.id}-${this.#index()}`,
  );
  protected readonly trackBy = (_: number, item: T) => this.keyOf()(item);

  constructor() {
    let rows: readonly T[] = [];
    // Rows that arrive above the visible ones do not move these.
    effect(() => {
      const shown = this.shown();
      untracked(() => {
        const { nativeElement: box } = this.box();
        const at = Math.floor(box.scrollTop / ROW);
        const first = rows[at] as T | undefined;
        rows = shown;
        if (at === 0 || first === undefined || shown.length > SHORT) return;
        const key = this.keyOf()(first);
        const now = shown.findIndex((item) => this.keyOf()(item) === key);
        if (now < 0 || now === at) return;
        // The viewport must know the new length before.
        requestAnimationFrame(() => (box.scrollTop += (now - at) * ROW));
      });
    });
  }

  protected sort({ label, isNumber = false }: Column<T>): void {
    const order = this.#order();
    // Numbers begin with the greatest. The third click restores the order of the items.
    if (order?.label !== label) this.#order.set({ label, isDescending: isNumber });
    else if (order.isDescending === isNumber) this.#order.set({ label, isDescending: !isNumber });
    else this.#order.set(undefined);
  }

  protected sortOf({ label }: Column<T>): string | undefined {
    const order = this.#order();
    if (order?.label !== label) return undefined;
    return order.isDescending ? 'descending' : 'ascending';
  }

  protected arrowOf(column: Column<T>): string {
    return { ascending: '↑', descending: '↓' }[this.sortOf(column) ?? ''] ?? '';
  }

  protected onClick({ target }: Event): void {
    const row = (target as Element).closest('[role=row]');
    const index = Number(row?.id.slice(this.id.length + 1) || NaN);
    const item = this.shown()[index];
    if (item !== undefined) this.selected.set(this.keyOf()(item));
  }

  protected onKey(event: KeyboardEvent): void {
    if (event.target !== this.box().nativeElement) return;
    const last = this.shown().length - 1;
    const page = Math.max(1, Math.floor(this.box().nativeElement.clientHeight / ROW) - 2);
    const index = this.#index();
    const to: Readonly<Record<string, number | undefined>> = {
      ArrowDown: index + 1,
      ArrowUp: Math.max(0, index - 1),
      PageDown: index + page,
      PageUp: Math.max(0, index - page),
      Home: 0,
      End: last,
    };
    const next = to[event.key];
    if (next === undefined || last < 0) return;
    event.preventDefault();
    this.#select(Math.min(last, next));
  }

  #select(index: number): void {
    this.selected.set(this.keyOf()(this.shown()[index]));
    const { nativeElement: box } = this.box();
    const [top, height] = [index * ROW, box.clientHeight - ROW]; // The head covers a row.
    if (top < box.scrollTop) box.scrollTop = top;
    else if (top + ROW > box.scrollTop + height) box.scrollTop = top + ROW - height;
    this.viewport().checkViewportSize();
  }
}

function widthsOf<T>(columns: readonly Column<T>[]): string {
  return columns.map(({ width }) => width).join(' ');
}
