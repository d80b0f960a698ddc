import { type Signal, computed, inject } from '@angular/core';
import { toSignal } from '@angular/core/rxjs-interop';
import { CacheService, type Endpoint, type EndpointState } from 'ngx-cache-query';
import type { Observable } from 'rxjs';
import { issueEndpoints, getLabels, getProjects } from '../data/issue-endpoints';
import { getFeed } from '../data/feed';
import { getUsers } from '../data/user-endpoints';

/** Data that a page needs: its state, and how to refetch it. */
export class Need {
  readonly state: Signal<EndpointState<unknown> | undefined>;

  constructor(
    state$: Observable<EndpointState<unknown>>,
    readonly again: Observable<unknown>,
  ) {
    this.state = toSignal(state$);
  }
}

/** All needs of a page as one. */
export class Needs {
  readonly #states = computed(() => this.needs.map(({ state }) => state()));

  /** Something is not there yet, and on its way. */
  readonly pending = computed(() =>
    this.#states().some(
      (state) =>
        !state || (state.data === undefined && (state.status !== 'error' || state.isFetching)),
    ),
  );
  readonly fetching = computed(() => this.#states().some((state) => state?.isFetching));
  /** What the first need that failed failed with. */
  readonly error = computed(
    () => this.#states().find((state) => state?.status === 'error' && !state.isFetching)?.error,
  );
  /** Whether there is something to show, although it may be old. */
  readonly ready = computed(() => this.#states().every((state) => state?.data !== undefined));

  constructor(private readonly needs: readonly Need[]) {}

  and(need: Need): Needs {
    return new Needs([...this.needs, need]);
  }

  /** Refetches what failed. */
  retry(): void {
    for (const { state, again } of this.needs) {
      if (state()?.status === 'error') again.subscribe({ error: () => undefined });
    }
  }
}

const lists = {
  issues: issueEndpoints.getList,
  users: getUsers,
  projects: getProjects,
  labels: getLabels,
};
type ListName = keyof typeof lists | 'feed';

/** In an injection context: the lists of those names, asked for when they are missing or stale. */
export function needLists(...names: readonly ListName[]): Needs {
  const cache = inject(CacheService);
  return new Needs(
    names.map((name) => {
      const endpoint = (name === 'feed' ? getFeed : lists[name]) as unknown as Asked;
      return new Need(cache.state(endpoint), cache.fetch(endpoint));
    }),
  );
}

/** An endpoint that is asked without arguments. */
type Asked = Endpoint<[], undefined>;
