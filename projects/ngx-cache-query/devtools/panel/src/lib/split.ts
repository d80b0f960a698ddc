import { ChangeDetectionStrategy, Component, input, output } from '@angular/core';

/** A list, and beside it what is selected. A narrow panel shows one of them. */
@Component({
  selector: 'ncq-split',
  changeDetection: ChangeDetectionStrategy.OnPush,
  host: { '[class.has-detail]': 'hasDetail()' },
  template: `
    <div class="list"><ng-content select="[list]" /></div>
    @if (hasDetail()) {
      <section class="detail" tabindex="0" [attr.aria-label]="label()">
        <button class="back" type="button" (click)="closed.emit()">← Back to the list</button>
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
    .list {
      display: grid;
      min-width: 0;
      min-height: 0;
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
      :host(.has-detail) .list {
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
export class Split {
  /** The name of the selected thing, for screen readers. */
  readonly label = input.required<string>();
  readonly hasDetail = input.required<boolean>();
  readonly closed = output();
}
