// The examples in docs/guides/set-up.md. The guide shows each region unchanged.
import {
  type ApplicationConfig,
  createEnvironmentInjector,
  EnvironmentInjector,
} from '@angular/core';
import { TestBed } from '@angular/core/testing';
import {
  CacheService,
  Entity,
  provideCache,
  restEndpoints,
  withRefetchOnFocus,
  withRest,
  withRetention,
} from 'ngx-cache-query';
import { withHydration } from 'ngx-cache-query/hydration';

// #region config
export const appConfig: ApplicationConfig = {
  providers: [
    provideCache(
      withRest({ urlPrefix: '/api' }),
      withRetention(),
      withRefetchOnFocus(),
      withHydration(),
    ),
  ],
};
// #endregion

class User extends Entity {
  static override readonly key: string = 'User';
  readonly id: number = 0;
  readonly name: string = '';
}

// #region entity
export class Todo extends Entity {
  static override readonly key: string = 'Todo';
  readonly id: number = 0;
  readonly title: string = '';
  readonly done: boolean = false;
  readonly due: Date = new Date(0);
  readonly user: User = User.fromJS({});
  readonly tags: readonly string[] = [];
  static override readonly schema = {
    due: (text: string) => new Date(text),
    user: User,
  };
}
// #endregion

// #region endpoints
export const todoEndpoints = restEndpoints({ path: '/todos/:id', schema: Todo });
// #endregion

describe('The guide to ng add', () => {
  it('shows what the schematics write', () => {
    const parent = TestBed.inject(EnvironmentInjector);
    const cache = createEnvironmentInjector(appConfig.providers, parent).get(CacheService);
    cache.set(User, { id: 5, name: 'Ada' });
    cache.set([Todo], [{ id: 1, due: '2026-01-02', user: 5 }]);
    const todo = cache.get(Todo, 1)!;
    expect([todo.due.getFullYear(), todo.user.name]).toEqual([2026, 'Ada']);
    expect(todoEndpoints.get.url({ id: 1 })).toBe('/todos/1');
  });
});
