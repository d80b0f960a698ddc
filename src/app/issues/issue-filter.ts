import type { ParamMap } from '@angular/router';
import { statusNames, statuses } from '../data/issue';
import type { IssueFilter, IssueSort } from '../data/issue-queries';
import type { Option } from '../ui/choice';

export const statusOptions = statuses.map((value) => ({ value, label: statusNames[value] }));

export const defaultSort: IssueSort = 'updated';

export const sorts: readonly Option<IssueSort>[] = [
  { value: defaultSort, label: 'Last changed' },
  { value: 'created', label: 'Newest' },
  { value: 'priority', label: 'Most urgent' },
  { value: 'title', label: 'Title' },
  { value: 'assignee', label: 'Assignee' },
];

/** Returns the filter in a URL, without invalid values. */
export function filterOf(params: ParamMap): IssueFilter {
  const id = (name: string) => Number(params.get(name)) || undefined;
  return {
    q: params.get('q') ?? '',
    status: statuses.find((status) => status === params.get('status')),
    projectId: id('project'),
    assigneeId: params.get('assignee') === 'nobody' ? null : id('assignee'),
    labelId: id('label'),
    sort: sorts.find(({ value }) => value === params.get('sort'))?.value ?? defaultSort,
  };
}
