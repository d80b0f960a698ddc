import { Entity, RestEndpoint, toValues, validateRequired } from 'ngx-cache-query';
import { setUpRest } from '../../support/rest-users';
import { watch } from '../../support/watch';

class Summary extends Entity {
  readonly id: number = 0;
  readonly title: string = '';
  static override readonly key: string = 'Article';
}
class Article extends Summary {
  readonly content: string = '';
  readonly note: string = '';
  static override readonly key: string = 'Article';
  static override validate(row: Readonly<Record<string, unknown>>) {
    return validateRequired(row, this, 'note');
  }
}
const getSummaries = new RestEndpoint({ path: '/articles', schema: [Summary] });
const getArticle = new RestEndpoint({ path: '/articles/:id', schema: Article });

describe('F5 a detail that is partially known from a list', () => {
  let { cache, http, sent } = {} as ReturnType<typeof setUpRest>;
  beforeEach(() => {
    ({ cache, http, sent } = setUpRest());
    watch(cache.fetch(getSummaries));
    sent('/articles').flush([{ id: 1, title: 'One' }]);
  });

  it('is fetched if it needs fields that were never loaded', () => {
    const seen = watch(cache.watch(getArticle, { id: 1 }).pipe(toValues()));
    expect(seen.values).toEqual([]);
    sent('/articles/1').flush({ id: 1, title: 'One', content: 'Text' });
    expect(seen.last).toEqual(jasmine.objectContaining({ title: 'One', content: 'Text' }));
  });

  it('is not fetched if all fields are known', () => {
    cache.set(Article, { id: 1, title: 'One', content: 'Text' });
    const seen = watch(cache.watch(getArticle, { id: '1' }).pipe(toValues()));
    http.expectNone('/articles/1');
    expect(seen.last).toBe(cache.get(Article, 1)!);
    expect(watch(cache.ensure(getArticle, { id: 1 })).last).toBe(seen.last!);
    const state = watch(cache.watch(getArticle, { id: 1 }));
    expect([state.last!.status, state.last!.isStale]).toEqual(['resolved', false]);
    cache.set(Summary, { id: 1, title: 'New' });
    expect(seen.last!.title).toBe('New');
  });

  it('is fetched by refetch, and shown meanwhile', () => {
    cache.set(Article, { id: 1, title: 'One', content: 'Text' });
    const seen = watch(cache.watch(getArticle, { id: 1 }).pipe(toValues()));
    cache.refetch(getArticle, { id: 1 });
    sent('/articles/1').flush({ id: 1, title: 'Two', content: 'Text' });
    expect(seen.values.map(({ title }) => title)).toEqual(['One', 'Two']);
  });

  it('is requested once when its entity is deleted', () => {
    cache.set(Article, { id: 1, title: 'One', content: 'Text' });
    const states = [
      watch(cache.watch(getArticle, { id: 1 })),
      watch(cache.watch(getArticle, { id: 2 })),
    ];
    sent('/articles/2');
    cache.delete(Article, 1);
    expect([states[0].last!.status, states[0].last!.value]).toEqual(['loading', undefined]);
    sent('/articles/1').flush('none', { status: 404, statusText: 'Not Found' });
    expect(states[0].last!.status).toBe('error');
    http.verify();
  });

  it('is requested by a refetch of its entity, and of an entity that it shows', () => {
    class Author extends Entity {
      readonly id: number = 0;
    }
    class Book extends Entity {
      readonly id: number = 0;
      readonly author: Author = Author.fromJS({});
      static override readonly schema = { author: Author };
      static override validate(row: Readonly<Record<string, unknown>>) {
        return validateRequired(row, this);
      }
    }
    const getBook = new RestEndpoint({ path: '/books/:id', schema: Book });
    const refetches = [
      () => cache.refetch(Book, 0),
      () => cache.refetch(Author, (author) => author.id === 1),
      () => cache.refetch(Book),
    ];
    refetches.forEach((refetch, id) => {
      cache.set(Book, { id, author: { id } });
      const seen = watch(cache.watch(getBook, { id }));
      cache.refetch(Author, 9);
      http.verify();
      void refetch();
      expect([seen.last!.status, seen.last!.isFetching]).toEqual(['reloading', true]);
      sent(`/books/${id}`).flush({ id, author: id });
      seen.subscription.unsubscribe();
    });
  });

  it('is requested after a refetch of its endpoint, even without a subscriber at that time', () => {
    cache.set(Article, { id: 1, title: 'One', content: 'Text' });
    void cache.refetch(getArticle, { id: 1 });
    http.verify();
    watch(cache.ensure(getArticle, { id: 1 }));
    sent('/articles/1').flush({ id: 1, title: 'One', content: 'Text' });
    watch(cache.ensure(getArticle, { id: 1 }));
    http.verify();
  });

  it('is rejected if the response lacks fields', () => {
    const [error] = watch(cache.fetch(getArticle, { id: 1 })).errors;
    expect(error).toBeUndefined();
    const seen = watch(cache.fetch(getArticle, { id: 1 }));
    sent('/articles/1').flush({ id: 1, title: 'One' });
    expect(String(seen.errors[0])).toContain('it lacks content');
  });
});

describe('F5 a detail whose entity a list has loaded completely', () => {
  class Person extends Entity {
    readonly id: number = 0;
    readonly name: string = '';
    static override readonly key: string = 'Person';
  }
  class Membership extends Entity {
    readonly team: number = 0;
    readonly person: number = 0;
    override pk() {
      return `${this.team} ${this.person}`;
    }
  }
  const getPeople = new RestEndpoint({ path: '/people', schema: [Person] });
  const getPerson = new RestEndpoint({ path: '/people/:id', schema: Person });
  let { cache, http, sent } = {} as ReturnType<typeof setUpRest>;
  beforeEach(() => {
    ({ cache, http, sent } = setUpRest());
    watch(cache.fetch(getPeople));
    sent('/people').flush([{ id: 1, name: 'Ada' }, { id: 2 }]);
  });

  it('is shown at once, stale, while it loads', () => {
    const states = watch(cache.watch(getPerson, { id: '1' }));
    const { status, isStale, isFetching } = states.last!;
    expect([status, isStale, isFetching]).toEqual(['resolved', true, true]);
    expect(states.last!.value).toBe(cache.get(Person, 1)!);
    sent('/people/1').flush({ id: 1, name: 'Ada L' });
    expect([states.last!.value!.name, states.last!.isStale]).toEqual(['Ada L', false]);
  });

  it('is not shown if the list has no value for a field with a default', () => {
    const states = watch(cache.watch(getPerson, { id: 2 }));
    expect([states.last!.status, states.last!.value]).toEqual(['loading', undefined]);
  });

  it('keeps the value with the error if the request fails', () => {
    const states = watch(cache.watch(getPerson, { id: 1 }));
    sent('/people/1').flush('no', { status: 500, statusText: 'Broken' });
    const { status, value, refreshError } = states.last!;
    expect([status, value?.name, refreshError?.status]).toEqual(['resolved', 'Ada', 500]);
  });

  it('is requested by ensure, and by a refetch of the entity', () => {
    const ensured = watch(cache.ensure(getPerson, { id: 1 }));
    expect(ensured.values).toEqual([]);
    sent('/people/1').flush('no', { status: 500, statusText: 'Broken' });
    watch(cache.watch(getPerson, { id: 1 }));
    void cache.refetch(Person, 1);
    sent('/people/1').flush({ id: 1, name: 'Ada' });
    http.verify();
  });

  it('is not shown for a path whose last part is not the key of the entity', () => {
    for (const path of ['/posts/:id/author', '/posts/:id/authors/:nr'] as const) {
      const endpoint = new RestEndpoint({ path: path as '/posts/:id/authors/:nr', schema: Person });
      const states = watch(cache.watch(endpoint, { id: 1, nr: 3 }));
      expect(states.last!.status).withContext(path).toBe('loading');
    }
  });

  it('is shown for a key of several parameters', () => {
    cache.set(Membership, { team: 1, person: 2 });
    const endpoint = new RestEndpoint({
      path: '/teams/:team/members/:person',
      schema: Membership,
    });
    const states = watch(cache.watch(endpoint, { team: 1, person: 2 }));
    expect(states.last!.status).toBe('resolved');
  });

  it('is not shown with invalidIfStale', () => {
    const endpoint = getPerson.extend({ invalidIfStale: true });
    expect(watch(cache.watch(endpoint, { id: 1 })).last!.status).toBe('loading');
  });
});
