import { Component, input, model } from '@angular/core';
import type { TableInfo } from 'ngx-cache-query/extensions';

/** The tables of the cache with their sizes. The user selects one of them. */
@Component({
  selector: 'app-table-choice',
  template: `
    <fieldset>
      <legend class="visually-hidden">Tables</legend>
      @for (table of tables(); track table.name) {
        <label>
          <input
            type="radio"
            name="cache-table"
            class="visually-hidden"
            [checked]="table.name === value()"
            (change)="value.set(table.name)"
          />
          <span>
            {{ table.name }}
            <b [attr.data-table]="table.name">{{ table.known ? table.size : 'unknown' }}</b>
          </span>
        </label>
      }
    </fieldset>
  `,
  styles: `
    fieldset {
      display: flex;
      flex-wrap: wrap;
      gap: 0.4rem;
    }
    label {
      position: relative;
      cursor: pointer;
    }
    span {
      display: block;
      padding: 0.2rem 0.65rem;
      border: 1px solid var(--edge);
      border-radius: 2rem;
      font-size: var(--small);
    }
    label:hover span {
      background: var(--accent-soft);
    }
    :checked + span,
    label:hover :checked + span {
      border-color: var(--accent);
      background: var(--accent);
      color: var(--on-accent);
    }
    b {
      margin-inline-start: 0.2rem;
      font-weight: 600;
    }
    @media (forced-colors: active) {
      :checked + span {
        background: Highlight;
        color: HighlightText;
        forced-color-adjust: none;
      }
    }
    :focus-visible + span {
      outline: 2px solid var(--accent);
      outline-offset: 2px;
    }
  `,
})
export class TableChoice {
  readonly tables = input.required<readonly TableInfo[]>();
  readonly value = model.required<string | undefined>();
}
