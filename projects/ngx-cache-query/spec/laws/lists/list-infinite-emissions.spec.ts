import { createEnvironmentInjector, EnvironmentInjector } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import {
  Collection,
  cursorIn,
  infiniteState,
  pageNumber,
  paginated,
  provideCache,
  RestEndpoint,
} from 'ngx-cache-query';
import { Task } from '../../support/rest-todos';
import { setUpRest } from '../../support/rest-users';
import { pagedTasks, task } from '../../support/paged-tasks';
import { watch } from '../../support/watch';

describe('L5 the emissions of infiniteState', () => {
  function open() {
    const { sent } = setUpRest();
    const injector = TestBed.inject(EnvironmentInjector);
    const states = () => watch(infiniteState(pagedTasks.getList.getPage, {}, { injector }));
    return { sent, states };
  }

  it('emits once when a page has ended that added nothing', () => {
    const { sent, states } = open();
    const seen = states();
    sent('/tasks').flush([task(1)]);
    seen.last!.loadMore();
    const count = seen.values.length;
    sent('/tasks?part=2').flush([]);
    expect(seen.values.slice(count).map(({ isLoadingMore }) => isLoadingMore)).toEqual([false]);
  });

  it('has an error and goes on if its arguments cannot be sent', () => {
    const { sent } = open();
    const injector = TestBed.inject(EnvironmentInjector);
    const cyclic: { self?: object } = {};
    cyclic.self = cyclic;
    spyOn(console, 'error');
    const getTasks = new RestEndpoint({
      path: '/tasks',
      searchParams: {} as { readonly filter?: object },
      schema: new Collection([Task]),
    });
    const pages = paginated(getTasks, 'page', pageNumber());
    const seen = watch(infiniteState(pages, { filter: cyclic }, { injector }));
    expect([seen.errors, seen.last!.status, seen.last!.hasMore]).toEqual([[], 'error', false]);
    expect(seen.completed).toBeFalse();
    expect(() => sent('/tasks')).toThrowError(/found none/);
  });

  it('completes with its cache', () => {
    setUpRest();
    const above = TestBed.inject(EnvironmentInjector);
    const injector = createEnvironmentInjector([provideCache()], above);
    let isCompleted = false;
    infiniteState(pagedTasks.getList.getPage, {}, { injector }).subscribe({
      complete: () => (isCompleted = true),
    });
    injector.destroy();
    expect(isCompleted).toBe(true);
  });
});

describe('L5 the key of the next page', () => {
  it('is missing if a page after a cursor has none, also if the schema does not name it', () => {
    const { sent } = setUpRest();
    const injector = TestBed.inject(EnvironmentInjector);
    const getActivity = new RestEndpoint({
      path: '/activity',
      schema: { tasks: new Collection([Task]) },
    });
    const seen = watch(
      infiniteState(paginated(getActivity, 'cursor', cursorIn('nextCursor')), {}, { injector }),
    );
    sent('/activity').flush({ tasks: [task(1)], nextCursor: 'x' });
    seen.last!.loadMore();
    sent('/activity?cursor=x').flush({ tasks: [task(2)] });
    expect([seen.last!.items!.length, seen.last!.hasMore]).toEqual([2, false]);
  });
});
