import { TestBed } from '@angular/core/testing';
import { CacheService, schema } from 'ngx-cache-query';
import { Issue, Label } from './issue';
import { filteredIssues, workload } from './issue-queries';
import { User } from './user';

describe('the queries of the tracker', () => {
  let cache: CacheService;

  beforeEach(() => {
    cache = TestBed.inject(CacheService);
  });

  const load = () => {
    cache.set(new schema.All(Issue), [
      { id: 1, title: 'Leak', status: 'todo', assigneeId: 7, labelIds: [1, 2], priority: 'low' },
      { id: 2, title: 'Drip', status: 'done', assigneeId: 7, labelIds: [], priority: 'urgent' },
      { id: 3, title: 'Rust', status: 'todo', assigneeId: null, labelIds: [2], priority: 'high' },
    ]);
    cache.set([User], [{ id: 7, name: 'Ada' }]);
    cache.set([Label], [{ id: 2, name: 'bug' }]);
  };
  const titles = (issues: readonly Issue[] | undefined) => issues?.map(({ title }) => title);

  it('know nothing before anything is loaded', () => {
    expect(cache.get(filteredIssues)).toBeUndefined();
    expect(cache.get(workload)).toBeUndefined();
  });

  it('read the relations of an issue, and leave out what is not there', () => {
    load();
    const issue = cache.get(Issue, 1)!;
    expect(issue.assignee?.name).toBe('Ada');
    expect(issue.labels.map(({ name }) => name)).toEqual(['bug']);
    expect(issue.project).toBeNull();
    expect(cache.get(Issue, 3)!.assignee).toBeNull();
  });

  it('filter and sort', () => {
    load();
    const found = (filter: Parameters<typeof filteredIssues.process>[1]) =>
      titles(cache.get(filteredIssues, filter));
    expect(found({ status: 'todo', sort: 'title' })).toEqual(['Leak', 'Rust']);
    expect(found({ assigneeId: null })).toEqual(['Rust']);
    expect(found({ labelId: 2, sort: 'priority' })).toEqual(['Rust', 'Leak']);
    expect(found({ q: 'DRI' })).toEqual(['Drip']);
  });

  it('count the open issues of each person', () => {
    load();
    expect(cache.get(workload)?.map(({ user, open }) => [user.name, open])).toEqual([['Ada', 1]]);
    cache.set(Issue, { id: 2, status: 'doing' });
    expect(cache.get(workload)?.map(({ open }) => open)).toEqual([2]);
  });
});
