import { computed, inject } from '@angular/core';
import { CacheService, type CacheResource } from 'ngx-cache-query';
import { issueEndpoints, getLabels, getProjects } from '../data/issue-endpoints';
import { getFeed } from '../data/feed';
import { getUsers } from '../data/user-endpoints';

/** The resources of a page, combined. */
export class Needs {
  /** Whether missing data is being loaded. */
  readonly pending = computed(() => this.resources.some(({ status }) => status() === 'loading'));
  readonly fetching = computed(() => this.resources.some(({ isFetching }) => isFetching()));
  /** The error of the first failed resource. */
  readonly error = computed(() => this.#failed().map(errorOf)[0]);
  /** Whether there is data to show, even if it is stale. */
  readonly ready = computed(() => this.resources.every((each) => each.hasValue()));

  readonly #failed = computed(() =>
    this.resources.filter((each) => errorOf(each) !== undefined && !each.isFetching()),
  );

  constructor(private readonly resources: readonly CacheResource<unknown>[]) {}

  and(resource: CacheResource<unknown>): Needs {
    return new Needs([...this.resources, resource]);
  }

  /** Retries the failed requests. */
  retry(): void {
    for (const resource of this.#failed()) resource.reload();
  }
}

function errorOf({ error, refreshError }: CacheResource<unknown>) {
  return error() ?? refreshError();
}

const lists = {
  issues: () => inject(CacheService).resource(issueEndpoints.getList),
  users: () => inject(CacheService).resource(getUsers),
  projects: () => inject(CacheService).resource(getProjects),
  labels: () => inject(CacheService).resource(getLabels),
  feed: () => inject(CacheService).resource(getFeed),
} satisfies Record<string, () => CacheResource<unknown>>;

/** Returns the lists with the given names. They are requested if they are missing or stale. */
export function needLists(...names: readonly (keyof typeof lists)[]): Needs {
  return new Needs(names.map((name) => lists[name]()));
}
