import { DatePipe } from '@angular/common';
import { Component, input } from '@angular/core';
import type { Link, Post } from '../data/feed-item';
import { Person } from '../ui/person';

/** A link or a post, with its author or its type. */
@Component({
  selector: 'app-feed-entry',
  imports: [DatePipe, Person],
  template: `
    <p class="top">
      @if (withAuthor()) {
        <app-person [user]="item().authorId" />
        <span class="muted">{{ item().type === 'link' ? 'shared a link' : 'wrote' }}</span>
      } @else {
        <span class="tag">{{ item().type === 'link' ? 'Link' : 'Post' }}</span>
      }
      <time class="muted" [attr.datetime]="item().createdAt.toISOString()">{{
        item().createdAt | date: 'd MMM, HH:mm'
      }}</time>
    </p>
    <p class="text" [class.indented]="withAuthor()">
      @let entry = item();
      @switch (entry.type) {
        @case ('link') {
          <a [href]="entry.url" target="_blank" rel="noopener">{{ entry.title }}</a>
        }
        @case ('post') {
          {{ entry.content }}
        }
      }
    </p>
  `,
  styles: `
    :host {
      display: grid;
      gap: 0.25rem;
      padding: 0.6rem 0;
    }
    .top {
      display: flex;
      align-items: center;
      gap: 0.4rem;
      font-size: 0.75rem;
    }
    .top .muted {
      flex: none;
    }
    time {
      margin-inline-start: auto;
    }
    .text a {
      display: inline-block;
      min-height: 1.5rem;
    }
    .indented {
      padding-inline-start: 1.9rem;
    }
    .text {
      font: 1rem/1.45 var(--serif);
      overflow-wrap: anywhere;
    }
  `,
})
export class FeedEntry {
  readonly item = input.required<Link | Post>();
  readonly withAuthor = input(true);
}
