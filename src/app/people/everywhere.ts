import { Component, computed, inject, input } from '@angular/core';
import { RouterLink } from '@angular/router';
import { CacheService } from 'ngx-cache-query';
import { FeedEntry } from '../activity/feed-entry';
import { IssueCard } from '../board/issue-card';
import { WorkloadChip } from '../board/workload-chip';
import { newestFeed } from '../data/feed';
import { filteredIssues, workload } from '../data/issue-queries';
import type { User } from '../data/user';
import { IssueFacts } from '../issues/issue-facts';
import { IssueLine } from '../issues/issue-line';

/**
 * One person in five places of the tracker. Each place is a component from another page, and all of them read the same
 * row.
 */
@Component({
  selector: 'app-everywhere',
  imports: [FeedEntry, IssueCard, IssueFacts, IssueLine, RouterLink, WorkloadChip],
  template: `
    <section class="card" aria-labelledby="everywhere">
      <div>
        <h2 id="everywhere" tabindex="-1">Everywhere at once</h2>
        <p class="muted small">
          All five places show the same row. Rename {{ user().name }} to see all of them change.
        </p>
      </div>
      @if (issues()?.at(0); as issue) {
        <div class="place" data-place="board">
          <h3 class="label">On the board</h3>
          <app-issue-card [issue]="issue" />
        </div>
        <div class="place" data-place="list">
          <h3 class="label">In the list</h3>
          <app-issue-line [issue]="issue" />
        </div>
        <div class="place" data-place="detail">
          <h3 class="label">In its detail</h3>
          <a class="title target" [routerLink]="['/issues', issue.id]">{{ issue.title }}</a>
          <app-issue-facts [issue]="issue" />
        </div>
      } @else {
        <p class="empty-note">{{ user().name }} has no issues.</p>
      }
      <div class="place short" data-place="counts">
        <h3 class="label">In the counts</h3>
        <app-workload-chip [user]="user()" [open]="open()" />
      </div>
      <div class="place" data-place="feed">
        <h3 class="label">In the feed</h3>
        @if (feed()?.at(0); as item) {
          <app-feed-entry [item]="item" />
        } @else {
          <p class="muted small">{{ user().name }} has not posted anything.</p>
        }
      </div>
    </section>
  `,
  styleUrl: './everywhere.css',
})
export class Everywhere {
  readonly user = input.required<User>();

  readonly #cache = inject(CacheService);
  readonly #workload = this.#cache.selectSignal(workload);

  protected readonly issues = this.#cache.selectSignal(filteredIssues, () => [
    { assigneeId: this.user().id },
  ]);
  protected readonly feed = this.#cache.selectSignal(newestFeed, () => [
    { authorId: this.user().id },
  ]);
  protected readonly open = computed(
    () => this.#workload()?.find(({ user }) => user.id === this.user().id)?.open ?? 0,
  );
}
