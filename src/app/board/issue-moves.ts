import {
  DOCUMENT,
  EnvironmentInjector,
  Injectable,
  afterNextRender,
  inject,
  signal,
} from '@angular/core';
import { CacheService } from 'ngx-cache-query';
import { type Issue, type Status, statusNames } from '../data/issue';
import { issueEndpoints } from '../data/issue-endpoints';
import { Announcer } from '../ui/announcer';
import { messageOf } from '../ui/failure';

/** Moves issues from one column to another. It is a service, because a move destroys the component of the card. */
@Injectable({ providedIn: 'root' })
export class IssueMoves {
  readonly #moving = inject(CacheService).mutation(issueEndpoints.partialUpdate);
  readonly #announcer = inject(Announcer);
  readonly #page = inject(DOCUMENT);
  readonly #injector = inject(EnvironmentInjector);

  /** The dragged card. */
  readonly dragged = signal<Issue | undefined>(undefined);

  /** Moves the card to another column immediately. If the server rejects the change, the card returns. */
  move(issue: Issue, status: Status): void {
    const { id, name } = issue;
    this.#moving.mutateAsync({ id }, { status }).then(
      (moved) => this.#announcer.say(`${moved.name} is in ${statusNames[moved.status]}.`),
      (error: unknown) => {
        if (this.#cardOf(id)?.contains(this.#page.activeElement)) this.follow(id);
        const message = `${name} was not moved. ${messageOf(error)}`;
        this.#announcer.fail(message, () => this.move(issue, status));
      },
    );
  }

  /** After the next rendering, moves the focus to the arrow with the given sign, on the card in its new column. */
  follow(id: number, sign = '→'): void {
    const follow = () => {
      const card = this.#cardOf(id);
      const arrow = card?.querySelector<HTMLElement>(`[data-way="${sign}"]`);
      (arrow ?? card?.querySelector<HTMLElement>('[data-way]'))?.focus();
    };
    afterNextRender(follow, { injector: this.#injector });
  }

  #cardOf(id: number): Element | null {
    return this.#page.querySelector(`[data-issue="${id}"]`);
  }
}
