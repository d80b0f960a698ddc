import { DatePipe } from '@angular/common';
import { Component, input } from '@angular/core';
import type { Link, Post } from '../data/feed-item';
import { Person } from '../ui/person';

/** A link or a post, with its author or its type. */
@Component({
  selector: 'app-feed-entry',
  imports: [DatePipe, Person],
  template: `
    <p class="line nowrap micro">
      @if (withAuthor()) {
        <app-person [user]="item().authorId" />
        <span class="muted fixed">{{ item().type === 'link' ? 'shared a link' : 'wrote' }}</span>
      } @else {
        <span class="tag">{{ item().type === 'link' ? 'Link' : 'Post' }}</span>
      }
      <time class="muted push fixed" [attr.datetime]="item().createdAt.toISOString()">{{
        item().createdAt | date: 'd MMM, HH:mm'
      }}</time>
    </p>
    <p class="text anywhere" [class.indented]="withAuthor()">
      @let entry = item();
      @switch (entry.type) {
        @case ('link') {
          <a class="target" [href]="entry.url" target="_blank" rel="noopener">{{ entry.title }}</a>
        }
        @case ('post') {
          {{ entry.content }}
        }
      }
    </p>
  `,
  styles: `
    .text {
      font: 1rem/1.45 var(--serif);
    }
  `,
  host: { class: 'stack tight' },
})
export class FeedEntry {
  readonly item = input.required<Link | Post>();
  readonly withAuthor = input(true);
}
