import { ChangeDetectionStrategy, Component, input, model } from '@angular/core';
import type { Column } from './grid/column';
import { DataGrid } from './grid/data-grid';

/** A list, and beside it what is selected. A narrow panel shows one of them. */
@Component({
  selector: 'ncq-split',
  imports: [DataGrid],
  changeDetection: ChangeDetectionStrategy.OnPush,
  host: { '[class.has-detail]': 'detail() !== undefined' },
  template: `
    <ncq-data-grid
      [label]="label()"
      [empty]="empty()"
      [columns]="columns()"
      [items]="items()"
      [keyOf]="keyOf()"
      [(selected)]="selected"
    >
      <ng-content />
    </ncq-data-grid>
    @if (detail() !== undefined) {
      <section class="detail" tabindex="0" [attr.aria-label]="detail()">
        <button class="back" type="button" (click)="selected.set(undefined)">
          ← Back to the list
        </button>
        <ng-content select="[detail]" />
      </section>
    }
  `,
  styles: `
    :host {
      display: grid;
      grid-template-columns: minmax(0, 1fr);
      grid-template-rows: minmax(0, 1fr);
      min-height: 0;
    }
    :host(.has-detail) {
      grid-template-columns: minmax(0, 3fr) minmax(0, 2fr);
    }
    .detail {
      min-width: 0;
      overflow: auto;
      padding: 12px 16px 20px;
      border-left: 1px solid var(--line);
    }
    .detail:focus-visible {
      outline-offset: -2px;
    }
    .back {
      display: none;
      margin-bottom: 12px;
    }
    @container panel (width < 640px) {
      :host(.has-detail) {
        grid-template-columns: minmax(0, 1fr);
      }
      :host(.has-detail) ncq-data-grid {
        display: none;
      }
      .detail {
        border: 0;
      }
      .back {
        display: inline-flex;
      }
    }
  `,
})
export class Split<T> {
  readonly label = input.required<string>();
  /** What is shown if there are no items. */
  readonly empty = input.required<string>();
  readonly columns = input.required<readonly Column<T>[]>();
  readonly items = input.required<readonly T[]>();
  /** Returns what identifies an item. */
  readonly keyOf = input.required<(item: T) => unknown>();
  /** The key of the selected item. */
  readonly selected = model<unknown>();
  /** The name of what is selected; `undefined` if it does not exist. */
  readonly detail = input.required<string | undefined>();
}
