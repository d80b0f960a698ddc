import { DatePipe } from '@angular/common';
import { Component, ElementRef, inject, input } from '@angular/core';
import { CacheService } from 'ngx-cache-query';
import { tap } from 'rxjs';
import type { Comment } from '../data/issue';
import { deleteComment } from '../data/issue-endpoints';
import { Announcer } from '../ui/announcer';
import { FocusKeeper } from '../ui/focus-keeper';
import { Person } from '../ui/person';
import { Task } from '../ui/task';
import { TaskError } from '../ui/task-error';

/** What somebody said about an issue, to be deleted: each by a task of its own. */
@Component({
  selector: 'app-issue-comment',
  imports: [DatePipe, Person, TaskError],
  template: `
    <article [attr.aria-busy]="removal.pending()" [attr.aria-label]="name()">
      <div class="top">
        <app-person [user]="comment().author" />
        <time class="muted" [attr.datetime]="comment().createdAt.toISOString()">{{
          comment().createdAt | date: 'd MMM, HH:mm'
        }}</time>
        <button class="button quiet danger" type="button" (click)="remove()">
          @if (removal.pending()) {
            Deleting…
          } @else {
            <span aria-hidden="true">×</span>
          }
          <span class="visually-hidden">Delete the comment of {{ comment().author?.name }}</span>
        </button>
      </div>
      <p>{{ comment().body }}</p>
    </article>
    <app-task-error [task]="removal" what="The comment is still here." />
  `,
  styles: `
    .top {
      display: flex;
      align-items: center;
      gap: 0.6rem;
    }
    time {
      flex: none;
      margin-inline-start: auto;
      font-size: 0.75rem;
    }
    p {
      padding-inline-start: 1.9rem;
      font-size: var(--small);
      overflow-wrap: anywhere;
    }
    [aria-busy='true'] {
      opacity: 0.75;
    }
  `,
})
export class IssueComment {
  readonly comment = input.required<Comment>();

  readonly #cache = inject(CacheService);
  readonly #announcer = inject(Announcer);
  readonly #focus = inject(FocusKeeper);
  readonly #host = inject<ElementRef<HTMLElement>>(ElementRef).nativeElement;

  protected readonly removal = new Task(() => 'The comment was not deleted.');

  protected name(): string {
    return `Comment of ${this.comment().author?.name ?? 'somebody'}`;
  }

  protected remove(): void {
    const { id } = this.comment();
    const request = this.#cache
      .fetch(deleteComment, { id })
      .pipe(tap(() => this.#announcer.say('The comment was deleted.')));
    this.removal.run(request, () => this.#focus.stayNear(this.#host));
  }
}
