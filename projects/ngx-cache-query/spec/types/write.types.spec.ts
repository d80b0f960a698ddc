import { type CacheService, Endpoint, Entity, schema } from 'ngx-cache-query';
import { type Observable, of, type Subscription } from 'rxjs';
import type { Equal, Expect } from '../support/expect-type';
import { FeedItem, Link, Todo, User } from '../support/models';

declare const cache: CacheService;

class Tag extends Entity {
  readonly id: string = '';
  readonly label: string = '';
}
class Article extends Entity {
  readonly id: number = 0;
  readonly title: string = '';
  readonly author: User | null = null;
  readonly tags: readonly Tag[] = [];
  readonly meta: { readonly editor: User | undefined; readonly words: number } = {
    editor: undefined,
    words: 0,
  };
  readonly createdAt: Date = new Date(0);
  readonly size: readonly [number, number] = [0, 0];
  static override readonly schema = {
    author: User,
    tags: [Tag],
    meta: { editor: User },
    createdAt: (iso: string) => new Date(iso),
  };
}

describe('set of fields', () => {
  it('takes any of them', () => {
    cache.set(User, { id: 'a' });
    cache.set(User, { id: 'a', name: 'Ada', isAdmin: true });
    // @ts-expect-error there is no such field
    cache.set(User, { id: 'a', nmae: 'Ada' });
    // @ts-expect-error it has another type
    cache.set(User, { id: 'a', name: 5 });
    // @ts-expect-error a method is not a field
    cache.set(User, { id: 'a', pk: () => 'a' });
    // @ts-expect-error it has no fields
    cache.set(User, 'a');
  });

  it('takes a relation by its key, by fields, or as an entity', () => {
    cache.set(Todo, { id: 1, userId: 'a' });
    cache.set(Todo, { id: 1, userId: 5 });
    cache.set(Todo, { id: 1, userId: { id: 'a', name: 'Ada' } });
    cache.set(Todo, { id: 1, userId: User.fromJS({ id: 'a' }) });
    // @ts-expect-error there is no such field in the nested entity
    cache.set(Todo, { id: 1, userId: { id: 'a', nmae: 'Ada' } });
    // @ts-expect-error it is not a key
    cache.set(Todo, { id: 1, userId: true });
    // @ts-expect-error a title is no relation
    cache.set(Todo, { id: 1, title: { id: 5 } });
  });

  it('takes relations in arrays and objects', () => {
    cache.set(Article, { id: 1, tags: ['x', { id: 'y', label: 'Y' }] });
    cache.set(Article, { id: 1, author: null });
    cache.set(Article, { id: 1, author: 'a' });
    cache.set(Article, { id: 1, meta: { editor: 'a', words: 5 } });
    // @ts-expect-error it is not a list
    cache.set(Article, { id: 1, tags: 'x' });
    // @ts-expect-error it has another type beside the relation
    cache.set(Article, { id: 1, meta: { editor: 'a', words: 'many' } });
  });

  it('takes the raw value of a deserialized field', () => {
    cache.set(Article, { id: 1, createdAt: '2026-01-31T12:00:00Z' });
    // @ts-expect-error the deserializer creates the Date
    cache.set(Article, { id: 1, createdAt: new Date() });
    // @ts-expect-error it has another raw type
    cache.set(Article, { id: 1, createdAt: 5 });
  });

  it('takes plain data', () => {
    cache.set(Article, { id: 1, size: [3, 4] });
    // @ts-expect-error
    cache.set(Article, { id: 1, size: [3] });
  });

  it('refuses a class that creates no entities', () => {
    // @ts-expect-error
    cache.set(FeedItem, { id: 1 });
    // @ts-expect-error
    cache.set(Date, {});
  });
});

describe('set with an updater', () => {
  it('passes the entity and takes fields', () => {
    cache.set(Todo, 1, (todo) => {
      type Result = Expect<Equal<typeof todo, Todo>>;
      return { completed: !todo.completed };
    });
    cache.set(Todo, { id: 1 }, () => ({ userId: 'a' }));
    cache.set(Todo, 1, () => ({}));
    // @ts-expect-error there is no such field
    cache.set(Todo, 1, () => ({ done: true }));
    // @ts-expect-error it has another type
    cache.set(Todo, 1, () => ({ completed: 'yes' }));
    // @ts-expect-error the key is missing
    cache.set(Todo, (todo) => ({ completed: true }));
  });

  it('takes the entity itself with changed fields, if none is deserialized', () => {
    cache.set(Todo, 1, (todo) => ({ ...todo, completed: true }));
    // @ts-expect-error createdAt was deserialized from a string, and would have to be one again
    cache.set(Article, 1, (article) => ({ ...article, title: 'New' }));
  });
});

describe('set of a schema', () => {
  it('takes what a response would contain', () => {
    cache.set([User], [{ id: 'a' }]);
    cache.set(new schema.All(User), []);
    cache.set({ results: [User], total: 0 }, { results: [], total: 0 });
    cache.set(new schema.Invalidate(User), 'a');
  });
});

describe('delete', () => {
  it('takes a class and a key', () => {
    cache.delete(User, 'a');
    cache.delete(Todo, 1);
    cache.delete(Todo, { id: 1 });
    // @ts-expect-error the key is missing
    cache.delete(Todo);
    // @ts-expect-error it is not a key
    cache.delete(Todo, true);
    // @ts-expect-error it is not a class
    cache.delete(User.fromJS({ id: 'a' }));
  });
});

describe('delete by a test', () => {
  it('passes the entity to the test', () => {
    cache.delete(Todo, (todo) => todo.title === '');
    // @ts-expect-error it must return a boolean
    cache.delete(Todo, (todo) => todo.title);
  });
});

describe('reset and clear', () => {
  const getUser = new Endpoint({ load: (id: string) => of({ id }), schema: User });

  it('take an endpoint, with its arguments or without', () => {
    const promises = [cache.reset(getUser), cache.reset(), cache.clear()];
    type Result = Expect<Equal<typeof promises, Promise<void>[]>>;
    cache.reset(getUser, 'a');
    // @ts-expect-error the argument has another type
    cache.reset(getUser, 5);
    // @ts-expect-error there is no second argument
    cache.reset(getUser, 'a', 'b');
  });

  it('take no class', () => {
    // @ts-expect-error delete is for entities
    cache.reset(User);
  });
});

describe('batch', () => {
  it('returns what its function returns', () => {
    const result = cache.batch(() => {
      cache.set(User, { id: 'a' });
      return 5;
    });
    type Result = Expect<Equal<typeof result, number>>;
  });
});

describe('connect', () => {
  it('takes any Observable and a schema, and returns a Subscription', () => {
    const messages$: Observable<unknown> = of();
    const connection = cache.connect(messages$, [Link], {
      onError: (error: unknown) => void error,
    });
    type Result = Expect<Equal<typeof connection, Subscription>>;
    // @ts-expect-error the schema is missing
    cache.connect(messages$);
  });
});
