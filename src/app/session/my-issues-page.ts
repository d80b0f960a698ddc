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
  templateUrl: './my-issues-page.html',
  styleUrl: './my-issues-page.css',
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
