import { Component, computed, input } from '@angular/core';
import type { LoggedRow } from './cache-log';

const rowsShown = 40;

/**
 * The rows as they are stored: flat and without duplicates. The rows of the last commit are highlighted.
 */
@Component({
  selector: 'app-row-list',
  template: `
    <div class="scroll" tabindex="0" role="region" [attr.aria-label]="'Rows of ' + table()">
      <ol role="list">
        @for (row of shown(); track table() + row.pk + ' ' + row.commit) {
          <li [class.lit]="row.commit === commit()">
            <b>{{ row.pk }}</b>
            @for (field of fieldsOf(row); track field[0]) {
              <span class="pair">
                {{ field[0] }}
                @if (row.changed.has(field[0]) && row.commit === commit()) {
                  <mark>{{ text(field[1]) }}</mark>
                } @else {
                  <i>{{ text(field[1]) }}</i>
                }
              </span>
            }
          </li>
        } @empty {
          <li class="muted">No rows</li>
        }
      </ol>
    </div>
    @if (rows().length > shown().length) {
      <p class="muted small">
        {{ shown().length }} of {{ rows().length }} rows, last changed first
      </p>
    }
  `,
  styles: `
    :host {
      display: grid;
      gap: 0.5rem;
    }
    .scroll {
      max-height: clamp(9rem, 100vh - 34rem, 24rem);
      overflow: auto;
      border: 1px solid var(--line);
      border-radius: var(--radius);
      background: var(--inset);
    }
    li {
      padding: 0.35rem 0.6rem;
      border-inline-start: 3px solid transparent;
      font-family: var(--mono);
      font-size: 0.75rem;
      line-height: 1.45;
      overflow-wrap: anywhere;
    }
    li + li {
      border-block-start: 1px solid var(--line);
    }
    .lit {
      border-inline-start-color: var(--lit-edge);
      background: var(--lit);
      animation: light-up var(--glow) ease-out;
    }
    @keyframes light-up {
      from {
        background: var(--mark);
      }
    }
    b {
      margin-inline-end: 0.5rem;
    }
    .pair {
      margin-inline-end: 0.5rem;
      color: var(--muted);
    }
    .lit .pair {
      color: inherit;
    }
    i {
      color: var(--ink);
      font-style: normal;
    }
    mark {
      padding: 0 0.2rem;
      border-radius: 3px;
      background: var(--mark);
      color: var(--ink);
    }
  `,
})
export class RowList {
  readonly table = input.required<string>();
  readonly rows = input.required<readonly LoggedRow[]>();
  /** The commit whose changes are highlighted. */
  readonly commit = input.required<number>();

  protected readonly shown = computed(() => this.rows().slice(0, rowsShown));

  protected text(value: unknown): string {
    return JSON.stringify(value) ?? 'undefined';
  }

  /** Returns the fields without the `id`, because the list already shows the pk. */
  protected fieldsOf({ fields }: LoggedRow): readonly [name: string, value: unknown][] {
    return Object.entries(fields).filter(([name]) => name !== 'id');
  }
}
