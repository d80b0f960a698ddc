import { Component, inject, model } from '@angular/core';
import { CacheService } from 'ngx-cache-query';
import { activityAuthors } from '../data/activity';
import { Fade } from '../ui/fade';
import { Person } from '../ui/person';

/** The authors, each with the number of their links and posts. The user can select one author or none. */
@Component({
  selector: 'app-authors',
  imports: [Fade, Person],
  template: `
    <ul class="people-row" appFade role="list" aria-label="Authors">
      @for (author of authors(); track author.user.id) {
        <li>
          <button
            class="person-chip"
            type="button"
            [attr.aria-pressed]="author.user.id === value()"
            (click)="value.set(author.user.id === value() ? undefined : author.user.id)"
          >
            <app-person [user]="author.user" /> <b>{{ author.items }}</b>
          </button>
        </li>
      }
    </ul>
  `,
  styles: `
    button {
      display: flex;
      justify-content: space-between;
      width: 100%;
    }
    [aria-pressed='true'] {
      border-color: var(--accent);
      background: var(--accent-soft);
    }
    @media (min-width: 64rem) {
      ul {
        display: grid;
        gap: 0;
        overflow: visible;
      }
      button {
        padding: 0.3rem 0.6rem 0.3rem 0.4rem;
        border-color: transparent;
        border-radius: var(--radius);
        background: none;
      }
    }
  `,
})
export class Authors {
  /** The id of the selected author. */
  readonly value = model.required<number | undefined>();

  protected readonly authors = inject(CacheService).selectSignal(activityAuthors);
}
