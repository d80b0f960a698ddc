import { Component, inject } from '@angular/core';
import { CacheService } from 'ngx-cache-query';
import { workload } from '../data/issue-queries';
import { Fade } from '../ui/fade';
import { WorkloadChip } from './workload-chip';

/** The number of open issues of each person. */
@Component({
  selector: 'app-workload',
  imports: [Fade, WorkloadChip],
  template: `
    <ul class="people-row" appFade role="list" aria-label="Open issues by person">
      @for (entry of entries(); track entry.user.id) {
        <li><app-workload-chip [user]="entry.user" [open]="entry.open" /></li>
      }
    </ul>
  `,
})
export class Workload {
  protected readonly entries = inject(CacheService).selectSignal(workload);
}
