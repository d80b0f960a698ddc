import { Component, computed, inject, input } from '@angular/core';
import { Router } from '@angular/router';
import { CacheService } from 'ngx-cache-query';
import { statuses } from '../data/issue';
import { allProjects } from '../data/issue-queries';
import { optionsOf } from '../ui/choice';
import { needLists } from '../ui/need';
import { NeedsNotice } from '../ui/needs-notice';
import { PageHead } from '../ui/page-head';
import { SelectField } from '../ui/select-field';
import { BoardColumn } from './board-column';
import { Workload } from './workload';

/** All issues in columns by status: one Query with four different arguments. */
@Component({
  selector: 'app-board-page',
  imports: [BoardColumn, NeedsNotice, PageHead, SelectField, Workload],
  template: `
    <div class="page">
      <app-page-head
        title="Board"
        text="The team's issues by status, and the number of open issues per person."
      >
        <app-select-field
          label="Project"
          [options]="projects()"
          [value]="projectId()"
          (valueChange)="choose($event)"
        />
      </app-page-head>
      <app-needs-notice [needs]="needs" what="The board" />
      @if (needs.ready()) {
        <app-workload />
        <div class="columns">
          @for (status of statuses; track status) {
            <app-board-column [status]="status" [projectId]="projectId()" />
          }
        </div>
      }
    </div>
  `,
  styles: `
    .columns {
      position: relative;
      display: grid;
      grid-auto-columns: min(17rem, 84vw);
      grid-auto-flow: column;
      gap: 0.75rem;
      margin: 0 -1rem;
      padding: 0 1rem 0.5rem;
      overflow-x: auto;
      scroll-padding: 0 1rem;
      scroll-snap-type: x proximity;
    }
    app-board-column {
      min-width: 0;
      scroll-snap-align: start;
    }
    @media (min-width: 64rem) {
      .columns {
        grid-auto-columns: minmax(0, 1fr);
        margin: 0;
        padding: 0;
        overflow: visible;
      }
    }
  `,
})
export class BoardPage {
  /** The id of the selected project, from the URL. */
  readonly project = input<string>();

  readonly #router = inject(Router);
  readonly #projects = inject(CacheService).selectSignal(allProjects);

  protected readonly needs = needLists('issues', 'users', 'projects', 'labels');
  protected readonly statuses = statuses;
  protected readonly projectId = computed(() => Number(this.project()) || undefined);
  protected readonly projects = computed(() => [
    { value: undefined, label: 'All projects' },
    ...optionsOf(this.#projects()),
  ]);

  protected choose(project: number | undefined): void {
    void this.#router.navigate([], { queryParams: { project } });
  }
}
