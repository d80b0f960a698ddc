import type { ParamMap } from '@angular/router';
import { type Status, statuses } from '../data/issue';
import type { IssueFilter, IssueSort } from '../data/issue-queries';

export const sorts: Readonly<Record<IssueSort, string>> = {
  updated: 'Last changed',
  created: 'Newest',
  priority: 'Most urgent',
  title: 'Title',
  assignee: 'Assignee',
};

/** Returns the filter in a URL, without invalid values. */
export function filterOf(params: ParamMap): IssueFilter {
  const id = (name: string) => Number(params.get(name)) || undefined;
  const [status, sort] = [params.get('status'), params.get('sort')];
  return {
    q: params.get('q') ?? '',
    status: statuses.includes(status as Status) ? (status as Status) : undefined,
    projectId: id('project'),
    assigneeId: params.get('assignee') === 'nobody' ? null : id('assignee'),
    labelId: id('label'),
    sort: Object.hasOwn(sorts, sort ?? '') ? (sort as IssueSort) : 'updated',
  };
}
