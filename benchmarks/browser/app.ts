import {
  ChangeDetectionStrategy,
  Component,
  inject,
  input,
  type Signal,
  type Type,
} from '@angular/core';
import { type Row, STORE, type Store } from './contract';

/** The signals that the component shows. */
export interface Page {
  readonly rows: Signal<readonly Row[] | undefined>;
  readonly detail: Signal<Row | undefined>;
  readonly open: Signal<number | undefined>;
}

/** The elements above the list have a fixed size, so that their changes do not affect the layout of the list. */
export const pageStyles = `
  p {
    contain: strict;
    height: 2em;
  }
`;

@Component({
  selector: 'app-row',
  changeDetection: ChangeDetectionStrategy.OnPush,
  styles: `
    :host {
      display: block;
      contain: strict;
      height: 1.5em;
    }
    span {
      margin-right: 1em;
    }
  `,
  template: `<span>{{ row().title }}</span
    ><span>{{ row().user.name }}</span
    ><span>{{ row().done ? 'done' : 'open' }}</span>`,
})
export class RowView {
  readonly row = input.required<Row>();
}

@Component({
  selector: 'app-page',
  changeDetection: ChangeDetectionStrategy.OnPush,
  imports: [RowView],
  styles: pageStyles,
  template: `
    <p class="open">{{ page.open() ?? 0 }}</p>
    <p class="detail">
      @if (page.detail(); as row) {
        <app-row [row]="row" />
      }
    </p>
    <div class="rows">
      @for (row of page.rows(); track row.id) {
        <app-row [row]="row" />
      }
    </div>
  `,
})
class SignalPage {
  protected readonly page = inject<Store<Page>>(STORE).page();
}

export const signalPage: Type<unknown> = SignalPage;
