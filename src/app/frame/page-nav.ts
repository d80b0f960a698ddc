import { Component, afterRenderEffect, computed, inject, signal } from '@angular/core';
import { RouterLink, RouterLinkActive } from '@angular/router';
import { CacheService } from 'ngx-cache-query';
import { countActivity } from '../data/activity';
import { countOpenIssues, countPeople } from '../data/live-counts';
import { Fade } from '../ui/fade';

/** The navigation. Its counts come from the cache, so they require no requests. They are up to date on every page. */
@Component({
  selector: 'app-page-nav',
  imports: [Fade, RouterLink, RouterLinkActive],
  template: `
    <nav appFade aria-label="Pages">
      @for (page of pages(); track page.path) {
        <a
          #link
          [routerLink]="page.path"
          routerLinkActive="here"
          ariaCurrentWhenActive="page"
          (isActiveChange)="$event && here.set(link)"
        >
          {{ page.label }}
          @if (page.count !== undefined) {
            <span class="count">
              {{ page.count }} <span class="visually-hidden">{{ page.counted }}</span>
            </span>
          }
        </a>
      }
      <a href="/docs/">Docs</a>
    </nav>
  `,
  styleUrl: './page-nav.css',
})
export class PageNav {
  readonly #cache = inject(CacheService);
  readonly #openIssues = this.#cache.selectSignal(countOpenIssues);
  readonly #people = this.#cache.selectSignal(countPeople);
  readonly #activity = this.#cache.selectSignal(countActivity);

  protected readonly pages = computed((): readonly Page[] => [
    { path: '/board', label: 'Board' },
    { path: '/issues', label: 'Issues', count: this.#openIssues(), counted: 'open' },
    { path: '/mine', label: 'Mine' },
    { path: '/people', label: 'People', count: this.#people() },
    { path: '/activity', label: 'Activity', count: this.#activity() },
    { path: '/scale', label: 'Scale' },
    { path: '/examples', label: 'Examples' },
  ]);
  /** The navigation entry of the current page. */
  protected readonly here = signal<HTMLElement | undefined>(undefined);

  constructor() {
    // In a narrow window, the link may be outside the visible part of the row, and counts that arrive later move it.
    afterRenderEffect({
      write: () => {
        this.pages();
        const link = this.here();
        const row = link?.parentElement;
        if (link && row)
          row.scrollLeft = link.offsetLeft - (row.clientWidth - link.offsetWidth) / 2;
      },
    });
  }
}

interface Page {
  readonly path: string;
  readonly label: string;
  readonly count?: number;
  /** The name of the counted items, if the label does not contain it. */
  readonly counted?: string;
}
