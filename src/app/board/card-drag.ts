import { Injectable, inject, signal } from '@angular/core';
import type { Issue, Status } from '../data/issue';
import { IssueMoves } from './issue-moves';

/** The card that is dragged over the board, and the column that it is over. */
@Injectable()
export class CardDrag {
  readonly #moves = inject(IssueMoves);
  readonly #issue = signal<Issue | undefined>(undefined);
  readonly #over = signal<Status | undefined>(undefined);

  readonly issue = this.#issue.asReadonly();
  /** The column under the pointer, into which the card is dropped. */
  readonly over = this.#over.asReadonly();

  begin(issue: Issue, { dataTransfer }: DragEvent): void {
    dataTransfer?.setData('text/plain', `${issue.name} ${issue.title}`);
    if (dataTransfer) dataTransfer.effectAllowed = 'move';
    this.#issue.set(issue);
  }

  /** Whether the card can be dropped in the column: not in its own. */
  enter(status: Status, event: DragEvent): void {
    const issue = this.#issue();
    if (!issue) return;
    const isOther = issue.status !== status;
    if (isOther) event.preventDefault();
    this.#over.set(isOther ? status : undefined);
  }

  leave(status: Status): void {
    if (this.#over() === status) this.#over.set(undefined);
  }

  drop(status: Status, event: DragEvent): void {
    event.preventDefault();
    const issue = this.#issue();
    this.end();
    if (issue && issue.status !== status) this.#moves.move(issue, status);
  }

  end(): void {
    this.#issue.set(undefined);
    this.#over.set(undefined);
  }
}
