import { Component, computed, input } from '@angular/core';
import { IssueDetail } from './issue-detail';
import { NoIssue } from './no-issue';

/**
 * The issue in the URL. The router keeps this page when the id changes. The template creates a new detail component for
 * each id, because failures, typed text and pending requests belong to one issue.
 */
@Component({
  selector: 'app-issue-page',
  imports: [IssueDetail, NoIssue],
  template: `
    @for (each of ids(); track each) {
      <app-issue-detail [id]="each" />
    } @empty {
      <app-no-issue />
    }
  `,
})
export class IssuePage {
  /** The id in the URL. Only digits are accepted: `1e1` is not 10. */
  readonly id = input.required<string>();

  protected readonly ids = computed(() => (/^[1-9]\d{0,14}$/.test(this.id()) ? [+this.id()] : []));
}
