import { Injectable, inject, signal } from '@angular/core';
import type { Issue, Status } from '../data/issue';
import { IssueMoves } from './issue-moves';

/** The dragged card and the column under it. */
@Injectable()
export class CardDrag {
  readonly #moves = inject(IssueMoves);
  readonly #issue = signal<Issue | undefined>(undefined);
  readonly #over = signal<Status | undefined>(undefined);

  readonly issue = this.#issue.asReadonly();
  /** The column under the pointer. When the user drops the card, the card moves to this column. */
  readonly over = this.#over.asReadonly();

  begin(issue: Issue, { dataTransfer }: DragEvent): void {
    dataTransfer?.setData('text/plain', `${issue.name} ${issue.title}`);
    if (dataTransfer) dataTransfer.effectAllowed = 'move';
    this.#issue.set(issue);
  }

  /**
   * Sets the column under the pointer, and allows the card to be dropped there. It cannot be dropped in its own column.
   */
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
