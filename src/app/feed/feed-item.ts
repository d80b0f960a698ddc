import { DatePipe } from '@angular/common';
import { Component, input } from '@angular/core';
import type { Link, Post } from '../data/feed-item';

/** A link or a post, with its type and date. */
@Component({
  selector: 'app-feed-item',
  imports: [DatePipe],
  template: `
    @let entry = item();
    <p class="stamp">
      <span class="tag">{{ entry.type === 'link' ? 'Link' : 'Post' }}</span>
      <time class="muted" [attr.datetime]="entry.createdAt.toISOString()">{{
        entry.createdAt | date: 'd MMM, HH:mm'
      }}</time>
    </p>
    @switch (entry.type) {
      @case ('link') {
        <a [href]="entry.url" target="_blank" rel="noopener">{{ entry.title }}</a>
      }
      @case ('post') {
        <p class="content">{{ entry.content }}</p>
      }
    }
  `,
  styles: `
    :host {
      display: grid;
      justify-items: start;
      gap: 0.25rem;
      padding: 0.65rem 0;
      overflow-wrap: anywhere;
    }
    .stamp {
      display: flex;
      align-items: center;
      gap: 0.5rem;
    }
    time {
      font-size: var(--tiny);
    }
    .content {
      font-family: var(--serif);
    }
  `,
})
export class FeedItem {
  readonly item = input.required<Link | Post>();
}
