import { Component, computed, inject, input } from '@angular/core';
import { RouterLink } from '@angular/router';
import { CacheService } from 'ngx-cache-query';
import { IssueCard } from '../board/issue-card';
import { newestFeed } from '../data/feed';
import { filteredIssues, workload } from '../data/issue-queries';
import type { User } from '../data/user';
import { Person } from '../ui/person';
import { FeedEntry } from '../activity/feed-entry';

/** One person in the places where the tracker shows them: each is a view of its own of one row. */
@Component({
  selector: 'app-everywhere',
  imports: [FeedEntry, IssueCard, Person, RouterLink],
  template: `
    <section class="card" aria-labelledby="everywhere">
      <h2 id="everywhere" tabindex="-1">Everywhere at once</h2>
      <p class="muted small">
        Rename {{ user().name }}, and watch: five places, one request, one paint.
      </p>
      <h3>On the board</h3>
      @if (issues()?.at(0); as issue) {
        <app-issue-card [issue]="issue" />
      } @else {
        <p class="placeholder">No issues.</p>
      }
      <h3>In the list</h3>
      <ul class="rows" role="list">
        @for (issue of issues()?.slice(1, 4); track issue.id) {
          <li>
            <a [routerLink]="['/issues', issue.id]">{{ issue.title }}</a>
            <app-person [user]="issue.assignee" />
          </li>
        } @empty {
          <li class="muted small">Nothing more.</li>
        }
      </ul>
      <h3>In the counts</h3>
      <p class="count">
        <app-person [user]="user()" />
        <b>{{ open() }}</b> open · <b>{{ issues()?.length ?? 0 }}</b> in all
      </p>
      <h3>In the feed</h3>
      @for (item of feed()?.slice(0, 2); track item.type + item.id) {
        <app-feed-entry [item]="item" />
      } @empty {
        <p class="muted small">Posted nothing.</p>
      }
    </section>
  `,
  styles: `
    .card {
      gap: 0.6rem;
    }
    h3 {
      margin-top: 0.4rem;
      color: var(--muted);
      font-size: var(--tiny);
      font-weight: 500;
    }
    li {
      display: flex;
      justify-content: space-between;
      gap: 0.75rem;
      padding: 0.4rem 0;
      font-size: var(--small);
    }
    li a {
      color: var(--ink);
      text-decoration: none;
    }
    li a:hover {
      text-decoration: underline;
    }
    li app-person {
      flex: none;
      max-width: 45%;
    }
    .count {
      display: flex;
      align-items: center;
      gap: 0.4rem;
      font-size: var(--small);
    }
  `,
})
export class Everywhere {
  readonly user = input.required<User>();

  readonly #cache = inject(CacheService);
  readonly #workload = this.#cache.selectSignal(workload);

  protected readonly issues = this.#cache.selectSignalWith(filteredIssues, () => [
    { assigneeId: this.user().id },
  ]);
  protected readonly feed = this.#cache.selectSignalWith(newestFeed, () => [
    { authorId: this.user().id },
  ]);
  protected readonly open = computed(
    () => this.#workload()?.find(({ user }) => user.id === this.user().id)?.open ?? 0,
  );
}
