import { Component, computed, input } from '@angular/core';
import { NotFound } from '../frame/not-found';
import { IssueDetail } from './issue-detail';

/**
 * The issue in the URL. The router keeps this page when the id changes. The template creates a new detail component for
 * each id, because failures, typed text and pending requests belong to one issue.
 */
@Component({
  selector: 'app-issue-page',
  imports: [IssueDetail, NotFound],
  template: `
    @for (each of ids(); track each) {
      <app-issue-detail [id]="each" />
    } @empty {
      <app-not-found what="issue" link="/issues" way="See all issues" />
    }
  `,
})
export class IssuePage {
  /** The id in the URL. Only digits are accepted: `1e1` is not 10. */
  readonly id = input.required<string>();

  protected readonly ids = computed(() => (/^[1-9]\d{0,14}$/.test(this.id()) ? [+this.id()] : []));
}
