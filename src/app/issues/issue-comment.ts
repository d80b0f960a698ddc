import { DatePipe } from '@angular/common';
import { Component, computed, inject, input } from '@angular/core';
import { CacheService } from 'ngx-cache-query';
import type { Comment } from '../data/issue';
import { commentEndpoints } from '../data/comment-endpoints';
import { deletion } from '../ui/deletion';
import { Person } from '../ui/person';

/** A comment on an issue. A deleted comment disappears immediately, and returns if the deletion fails. */
@Component({
  selector: 'app-issue-comment',
  imports: [DatePipe, Person],
  template: `
    <article [attr.aria-label]="name()">
      <div class="line nowrap">
        <app-person [user]="comment().author" />
        <time class="muted micro push fixed" [attr.datetime]="comment().createdAt.toISOString()">{{
          comment().createdAt | date: 'd MMM, HH:mm'
        }}</time>
        <button class="button quiet danger" type="button" (click)="remove()">
          <span aria-hidden="true">×</span>
          <span class="visually-hidden">Delete the comment of {{ comment().author?.name }}</span>
        </button>
      </div>
      <p class="indented small anywhere">{{ comment().body }}</p>
    </article>
  `,
})
export class IssueComment {
  readonly comment = input.required<Comment>();

  protected readonly remove = deletion(
    inject(CacheService).mutation(commentEndpoints.delete),
    this.comment,
    () => 'The comment',
  );
  protected readonly name = computed(
    () => `Comment by ${this.comment().author?.name ?? 'an unknown user'}`,
  );
}
