import { AsyncPipe } from '@angular/common';
import { ChangeDetectionStrategy, Component, inject, type Type } from '@angular/core';
import { type Observable } from 'rxjs';
import { pageStyles, RowView } from './app';
import { type Row, STORE, type Store } from './contract';

/** The Observables that the component shows. */
export interface AsyncPage {
  readonly rows: Observable<readonly Row[] | undefined>;
  readonly detail: Observable<Row | undefined>;
  readonly open: Observable<number | undefined>;
}

/** The component of app.ts with the async pipe. */
@Component({
  selector: 'app-page',
  changeDetection: ChangeDetectionStrategy.OnPush,
  imports: [AsyncPipe, RowView],
  styles: pageStyles,
  template: `
    <p class="open">{{ (page.open | async) ?? 0 }}</p>
    <p class="detail">
      @if (page.detail | async; as row) {
        <app-row [row]="row" />
      }
    </p>
    <div class="rows">
      @for (row of page.rows | async; track row.id) {
        <app-row [row]="row" />
      }
    </div>
  `,
})
class ObservablePage {
  protected readonly page = inject<Store<AsyncPage>>(STORE).page();
}

export const asyncPage: Type<unknown> = ObservablePage;
