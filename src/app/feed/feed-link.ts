import { Component, input } from '@angular/core';
import type { Link } from '../data/feed-item';
import { FeedStamp } from './feed-stamp';

@Component({
  selector: 'app-feed-link',
  imports: [FeedStamp],
  template: `
    <app-feed-stamp kind="Link" [at]="link().createdAt" />
    <a [href]="link().url" target="_blank" rel="noopener">{{ link().title }}</a>
  `,
  styleUrl: './feed-item.css',
})
export class FeedLink {
  readonly link = input.required<Link>();
}
