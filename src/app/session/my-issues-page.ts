import { Component, computed, effect, inject, linkedSignal } from '@angular/core';
import { CacheService } from 'ngx-cache-query';
import { getMyIssues } from '../data/session-endpoints';
import { IssueLine } from '../issues/issue-line';
import { needLists } from '../ui/need';
import { NeedsNotice } from '../ui/needs-notice';
import { PageHead } from '../ui/page-head';
import { Session } from './session';
import { SignIn } from './sign-in';

/** The number of issues on a page. */
const LIMIT = 10;

/** The issues of the signed-in user. Only this page requires a session. */
@Component({
  selector: 'app-my-issues-page',
  imports: [IssueLine, NeedsNotice, PageHead, SignIn],
  template: `
    <div class="page">
      <app-page-head title="My issues" text="Only you see this page. All other pages are public.">
        @if (session.user(); as user) {
          <div class="who">
            <span>
              Signed in as <strong>{{ user.name }}</strong>
            </span>
            <button class="button" type="button" (click)="session.signOut()">Sign out</button>
          </div>
        }
      </app-page-head>
      @if (session.user() === undefined) {
        <app-needs-notice [needs]="people" what="The list of people" />
        @if (people.ready()) {
          <app-sign-in />
        }
      } @else {
        <app-needs-notice [needs]="needs" what="The list of your issues" />
        @if (mine.value(); as data) {
          <section class="card" aria-label="My issues" [attr.aria-busy]="mine.isPrevious()">
            <ul class="rows" role="list" aria-label="My issues">
              @for (issue of data.items; track issue.id) {
                <li><app-issue-line [issue]="issue" /></li>
              } @empty {
                <li class="empty-note">No issue is assigned to you.</li>
              }
            </ul>
            <nav class="pages" aria-label="Pages of the list">
              <button
                class="button"
                type="button"
                [disabled]="page() === 1"
                (click)="page.set(page() - 1)"
              >
                Previous
              </button>
              <span role="status">
                Page {{ page() }} of {{ pageCount() }}, {{ data.total }} issues
              </span>
              <button
                class="button"
                type="button"
                [disabled]="page() >= pageCount()"
                (click)="page.set(page() + 1)"
              >
                Next
              </button>
            </nav>
          </section>
        }
      }
    </div>
  `,
  styles: `
    .who {
      display: flex;
      flex-wrap: wrap;
      align-items: center;
      gap: 0.5rem 1rem;
      font-size: var(--small);
    }
    .card {
      container-type: inline-size;
    }
    [aria-busy='true'] .rows {
      opacity: 0.5;
    }
    .pages {
      display: flex;
      flex-wrap: wrap;
      align-items: center;
      justify-content: space-between;
      gap: 0.5rem 1rem;
      padding-block: 0.75rem;
      font-size: var(--small);
    }
    .pages :disabled {
      opacity: 0.45;
    }
    @container (max-width: 26rem) {
      .pages span {
        flex-basis: 100%;
        order: -1;
        text-align: center;
      }
    }
  `,
})
export class MyIssuesPage {
  protected readonly session = inject(Session);
  /** The number of the current page. It is reset to 1 when the user changes. */
  protected readonly page = linkedSignal({ source: this.session.user, computation: () => 1 });
  // Without a session, there are no arguments, so no request is sent.
  protected readonly mine = inject(CacheService).resource(
    getMyIssues,
    () => {
      const user = this.session.user();
      if (user === undefined) return undefined;
      return [{ assigneeId: user.userId, sort: '-updatedAt', page: this.page(), limit: LIMIT }];
    },
    { keepPrevious: true },
  );
  protected readonly pageCount = computed(() => {
    const total = this.mine.value()?.total ?? Infinity;
    return Math.max(1, Math.ceil(total / LIMIT));
  });
  protected readonly people = needLists('users');
  protected readonly needs = needLists('projects', 'labels').and(this.mine);

  constructor() {
    // When the last issue on the last page is assigned to another user, the previous page is shown.
    effect(() => {
      if (this.page() > this.pageCount()) this.page.set(this.pageCount());
    });
  }
}
