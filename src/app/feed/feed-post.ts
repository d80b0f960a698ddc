import { Component, input } from '@angular/core';
import type { Post } from '../data/feed-item';
import { FeedStamp } from './feed-stamp';

@Component({
  selector: 'app-feed-post',
  imports: [FeedStamp],
  template: `
    <app-feed-stamp kind="Post" [at]="post().createdAt" />
    <p>{{ post().content }}</p>
  `,
  styleUrl: './feed-item.css',
})
export class FeedPost {
  readonly post = input.required<Post>();
}
