import { Component, computed, inject, linkedSignal } from '@angular/core';
import { toSignal } from '@angular/core/rxjs-interop';
import { ActivatedRoute, Router } from '@angular/router';
import { CacheService, trackEntity } from 'ngx-cache-query';
import { map } from 'rxjs';
import { allLabels, allProjects, filteredIssues, team } from '../data/issue-queries';
import { type Option, optionsOf } from '../ui/choice';
import { needLists } from '../ui/need';
import { NeedsNotice } from '../ui/needs-notice';
import { PageHead } from '../ui/page-head';
import { SelectField } from '../ui/select-field';
import { ShowMore } from '../ui/show-more';
import { TextField } from '../ui/text-field';
import { defaultSort, filterOf, sorts, statusOptions } from './issue-filter';
import { IssueLine } from './issue-line';
import { NewIssue } from './new-issue';

/** A value in the URL. `null` stands for nobody. */
type Value = number | string | null | undefined;

interface Menu {
  readonly name: string;
  readonly label: string;
  readonly value: Value;
  readonly options: readonly Option<Value>[];
}

/** All issues in a list. The URL contains the filters and the sort order. */
@Component({
  selector: 'app-issues-page',
  imports: [IssueLine, NeedsNotice, NewIssue, PageHead, SelectField, ShowMore, TextField],
  template: `
    <div class="page">
      <app-page-head
        title="Issues"
        text="The filters are in the address bar: if you share the link, others see the same list."
      />
      <app-new-issue />
      <div class="filters" role="search">
        <app-text-field
          type="search"
          label="Title or key contains"
          [value]="filter().q ?? ''"
          (valueChange)="choose('q', $event)"
        />
        @for (menu of menus(); track menu.name) {
          <app-select-field
            [label]="menu.label"
            [options]="menu.options"
            [value]="menu.value"
            (valueChange)="choose(menu.name, $event)"
          />
        }
      </div>
      <app-needs-notice [needs]="needs" what="The list of issues" />
      @if (needs.ready() && issues(); as issues) {
        <section class="card" aria-label="Issues">
          <ul class="rows padded" role="list" aria-label="Issues">
            @for (issue of visible(); track trackEntity(issue)) {
              <li><app-issue-line [issue]="issue" /></li>
            } @empty {
              <li class="empty-note">
                No issues match.
                <button class="plain" type="button" (click)="clear()">Show all of them</button>
              </li>
            }
          </ul>
          <app-show-more what="issues" [total]="issues.length" [(limit)]="limit" />
        </section>
      }
    </div>
  `,
  styles: `
    .filters {
      display: grid;
      grid-template-columns: repeat(auto-fit, minmax(8.5rem, 1fr));
      gap: 0.6rem;
    }
    .card {
      container-type: inline-size;
      padding-block: 0.5rem;
    }
    .plain {
      color: var(--accent);
    }
  `,
})
export class IssuesPage {
  readonly #cache = inject(CacheService);
  readonly #route = inject(ActivatedRoute);
  readonly #router = inject(Router);
  readonly #projects = this.#cache.selectSignal(allProjects);
  readonly #labels = this.#cache.selectSignal(allLabels);
  readonly #team = this.#cache.selectSignal(team);

  protected readonly trackEntity = trackEntity;
  protected readonly needs = needLists('issues', 'users', 'projects', 'labels');
  protected readonly filter = toSignal(this.#route.queryParamMap.pipe(map(filterOf)), {
    requireSync: true,
  });
  protected readonly issues = this.#cache.selectSignal(filteredIssues, () => [this.filter()]);
  /** The maximum number of visible issues. It is reset after each change to the filters. */
  protected readonly limit = linkedSignal({ source: this.filter, computation: () => 25 });
  protected readonly visible = computed(() => this.issues()?.slice(0, this.limit()) ?? []);

  protected readonly menus = computed((): readonly Menu[] => {
    const { status, projectId, assigneeId, labelId, sort } = this.filter();
    const assignees = [{ value: null, label: 'Unassigned' }, ...optionsOf(this.#team())];
    return [
      menu('status', 'Status', status, statusOptions),
      menu('project', 'Project', projectId, optionsOf(this.#projects())),
      menu('assignee', 'Assignee', assigneeId, assignees),
      menu('label', 'Label', labelId, optionsOf(this.#labels())),
      { name: 'sort', label: 'Order', value: sort, options: sorts },
    ];
  });

  protected choose(name: string, value: Value): void {
    const param = value === defaultSort ? undefined : value;
    void this.#router.navigate([], {
      queryParams: { [name]: param === null ? 'nobody' : param || null },
      queryParamsHandling: 'merge',
      replaceUrl: true,
    });
  }

  protected clear(): void {
    void this.#router.navigate([], { queryParams: {} });
  }
}

function menu(name: string, label: string, value: Value, options: readonly Option<Value>[]): Menu {
  return { name, label, value, options: [{ value: undefined, label: 'Any' }, ...options] };
}
