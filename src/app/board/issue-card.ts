import {
  Component,
  DOCUMENT,
  EnvironmentInjector,
  afterNextRender,
  computed,
  inject,
  input,
} from '@angular/core';
import { RouterLink } from '@angular/router';
import { CacheService } from 'ngx-cache-query';
import { type Issue, type Status, statusNames, statuses } from '../data/issue';
import { updateIssue } from '../data/issue-endpoints';
import { Announcer } from '../ui/announcer';
import { LabelChips } from '../ui/label-chips';
import { Person } from '../ui/person';
import { Priority } from '../ui/priority';
import { Task } from '../ui/task';
import { TaskError } from '../ui/task-error';

/** An issue on the board, to be moved to the column beside. */
@Component({
  selector: 'app-issue-card',
  imports: [LabelChips, Person, Priority, RouterLink, TaskError],
  template: `
    <article
      [attr.aria-busy]="move.pending()"
      [attr.aria-label]="issue().name"
      [attr.data-issue]="issue().id"
    >
      <p class="top">
        <span class="muted">{{ issue().name }}</span>
        <app-priority [value]="issue().priority" />
      </p>
      <a class="title" [routerLink]="['/issues', issue().id]">{{ issue().title }}</a>
      @if (issue().labels.length > 0) {
        <app-label-chips [labels]="issue().labels" />
      }
      <div class="foot">
        <app-person [user]="issue().assignee" />
        <span class="moves">
          @for (way of ways(); track way.sign) {
            <button
              class="button quiet"
              type="button"
              [attr.data-way]="way.sign"
              (click)="moveTo(way.to, way.sign)"
            >
              <span aria-hidden="true">{{ way.sign }}</span>
              <span class="visually-hidden">Move {{ issue().name }} to {{ names[way.to] }}</span>
            </button>
          }
        </span>
      </div>
      <app-task-error [task]="move" what="The issue stays where it is." />
    </article>
  `,
  styles: `
    article {
      display: grid;
      gap: 0.45rem;
      padding: 0.7rem 0.8rem 0.5rem;
      border: 1px solid var(--line);
      border-radius: var(--radius);
      background: var(--surface);
      box-shadow: 0 1px 2px rgb(0 0 0 / 5%);
      transition: opacity var(--quick);
    }
    article[aria-busy='true'] {
      opacity: 0.75;
    }
    .top,
    .foot {
      display: flex;
      align-items: center;
      justify-content: space-between;
      gap: 0.5rem;
      min-width: 0;
    }
    .top {
      font-size: 0.75rem;
    }
    .title {
      color: var(--ink);
      font-size: var(--small);
      font-weight: 500;
      line-height: 1.35;
      text-decoration: none;
      overflow-wrap: anywhere;
    }
    .title:hover {
      color: var(--accent);
      text-decoration: underline;
    }
    .moves {
      display: flex;
      flex: none;
    }
    .moves .button {
      min-width: 1.75rem;
      padding-inline: 0.3rem;
    }
  `,
})
export class IssueCard {
  readonly issue = input.required<Issue>();

  readonly #cache = inject(CacheService);
  readonly #announcer = inject(Announcer);
  readonly #page = inject(DOCUMENT);
  readonly #injector = inject(EnvironmentInjector);

  protected readonly move = new Task(() => `${this.issue().name} stays where it is.`);
  protected readonly names = statusNames;
  protected readonly ways = computed(() => {
    const at = statuses.indexOf(this.issue().status);
    return [
      { sign: '←', to: statuses[at - 1] },
      { sign: '→', to: statuses[at + 1] },
    ].filter(({ to }) => to !== undefined);
  });

  /** The card goes to the other column with the answer, and the focus goes along. */
  protected moveTo(status: Status, sign: string): void {
    const { id } = this.issue();
    this.move.follow(status, this.#cache.fetch(updateIssue, { id }, { status }), (issue) => {
      this.#announcer.say(`${issue.name} is in ${statusNames[issue.status]}.`);
      afterNextRender(() => this.#follow(id, sign), { injector: this.#injector });
    });
  }

  #follow(id: number, sign: string): void {
    const card = this.#page.querySelector(`[data-issue="${id}"]`);
    const button = card?.querySelector<HTMLElement>(`[data-way="${sign}"]`);
    (button ?? card?.querySelector<HTMLElement>('a'))?.focus();
  }
}
