import { Component, computed, input } from '@angular/core';
import { IssueDetail } from './issue-detail';
import { NoIssue } from './no-issue';

/**
 * The issue of the address. The router keeps this page from one issue to the next, and so the detail is
 * keyed: what failed, what was typed and what is on its way belongs to one issue.
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
  /** From the address: whole numbers alone are ids, and `1e1` is not ten. */
  readonly id = input.required<string>();

  protected readonly ids = computed(() => (/^[1-9]\d{0,14}$/.test(this.id()) ? [+this.id()] : []));
}
