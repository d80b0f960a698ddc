import { DatePipe } from '@angular/common';
import { Component, ElementRef, inject, input } from '@angular/core';
import { CacheService } from 'ngx-cache-query';
import type { Comment } from '../data/issue';
import { commentEndpoints } from '../data/comment-endpoints';
import { announced } from '../ui/announced';
import { FocusKeeper } from '../ui/focus-keeper';
import { Person } from '../ui/person';

/** A comment on an issue. A deleted comment disappears immediately, and returns if the deletion fails. */
@Component({
  selector: 'app-issue-comment',
  imports: [DatePipe, Person],
  template: `
    <article [attr.aria-label]="name()">
      <div class="top">
        <app-person [user]="comment().author" />
        <time class="muted" [attr.datetime]="comment().createdAt.toISOString()">{{
          comment().createdAt | date: 'd MMM, HH:mm'
        }}</time>
        <button class="button quiet danger" type="button" (click)="remove()">
          <span aria-hidden="true">×</span>
          <span class="visually-hidden">Delete the comment of {{ comment().author?.name }}</span>
        </button>
      </div>
      <p>{{ comment().body }}</p>
    </article>
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
  `,
})
export class IssueComment {
  readonly comment = input.required<Comment>();

  readonly #focus = inject(FocusKeeper);
  readonly #host = inject<ElementRef<HTMLElement>>(ElementRef).nativeElement;

  protected readonly removal = announced(inject(CacheService).mutation(commentEndpoints.delete), {
    done: () => 'The comment was deleted.',
    failed: () => 'The comment was not deleted.',
  });

  protected name(): string {
    return `Comment by ${this.comment().author?.name ?? 'an unknown user'}`;
  }

  protected remove(): void {
    this.#focus.stayNear(this.#host);
    this.removal.mutate({ id: this.comment().id });
  }
}
