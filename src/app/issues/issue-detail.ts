import { Component, computed, inject, input } from '@angular/core';
import { Router, RouterLink } from '@angular/router';
import { CacheService } from 'ngx-cache-query';
import { Issue } from '../data/issue';
import { issueEndpoints } from '../data/issue-endpoints';
import { NotFound } from '../frame/not-found';
import { announced } from '../ui/announced';
import { needLists } from '../ui/need';
import { NeedsNotice } from '../ui/needs-notice';
import { IssueAttachments } from './issue-attachments';
import { IssueComments } from './issue-comments';
import { IssueFacts } from './issue-facts';
import { IssueForm } from './issue-form';

/**
 * One issue with its comments. The component keeps the same id for its whole lifetime, so its state never belongs to
 * another issue.
 */
@Component({
  selector: 'app-issue-detail',
  imports: [
    IssueAttachments,
    IssueComments,
    IssueFacts,
    IssueForm,
    NeedsNotice,
    NotFound,
    RouterLink,
  ],
  template: `
    <div class="page">
      @if (gone()) {
        <app-not-found what="issue" link="/issues" way="See all issues" />
      } @else if (issue(); as issue) {
        <div class="stack">
          <div class="card-head nowrap">
            <p class="muted small">
              <a class="target" routerLink="/issues">Issues</a> / {{ issue.project?.name }} /
              {{ issue.name }}
            </p>
            <button class="button quiet danger" type="button" (click)="remove(issue)">
              Delete {{ issue.name }}
            </button>
          </div>
          <h1 tabindex="-1">{{ issue.title }}</h1>
          <app-issue-facts [issue]="issue" />
        </div>
        <app-needs-notice [needs]="needs" what="The issue" [there]="true" />
        <div class="page parts">
          <div class="page">
            <section class="card" aria-label="Description">
              @for (paragraph of paragraphs(); track $index) {
                <p>{{ paragraph }}</p>
              } @empty {
                <p class="muted">No description.</p>
              }
            </section>
            <app-issue-comments [issueId]="issue.id" />
            <app-issue-attachments [issueId]="issue.id" />
          </div>
          <div>
            <app-issue-form [issue]="issue" />
          </div>
        </div>
      } @else {
        <h1 tabindex="-1">Issue {{ id() }}</h1>
        <app-needs-notice [needs]="needs" what="The issue" />
      }
    </div>
  `,
  styles: `
    @media (min-width: 56rem) {
      .parts {
        grid-template-columns: minmax(0, 1.4fr) minmax(0, 1fr);
      }
    }
  `,
})
export class IssueDetail {
  readonly id = input.required<number>();

  readonly #cache = inject(CacheService);
  readonly #router = inject(Router);
  readonly #response = this.#cache.resource(issueEndpoints.get, () => [{ id: this.id() }]);

  #name = '';

  protected readonly removal = announced(this.#cache.mutation(issueEndpoints.delete), {
    done: () => `${this.#name} was deleted.`,
    failed: () => `${this.#name} was not deleted.`,
    isShown: false,
  });
  /** Data that other pages have loaded is shown immediately. */
  protected readonly issue = this.#cache.selectSignal(Issue, () => [this.id()]);
  protected readonly paragraphs = computed(() =>
    (this.issue()?.body ?? '').split(/\n+/).filter(Boolean),
  );
  protected readonly gone = computed(() => {
    const { error, refreshError } = this.#response;
    return (error() ?? refreshError())?.status === 404;
  });
  protected readonly needs = needLists('users', 'projects', 'labels').and(this.#response);

  /** The issue disappears from the list immediately. If it cannot be deleted, it returns. */
  protected remove({ id, name }: Issue): void {
    this.#name = name;
    void this.#router.navigate(['/issues']).then(() => {
      if (!this.removal.isPending()) this.removal.mutate({ id });
    });
  }
}
