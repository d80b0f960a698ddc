import { type CacheError, Collection, Entity, RestEndpoint, toValues } from 'ngx-cache-query';
import { thrownBy } from '../../support/error-log';
import { setUpRest } from '../../support/rest-users';
import { watch } from '../../support/watch';

class Book extends Entity {
  readonly id: number = 0;
  readonly title: string = '';
}
const books = new Collection([Book]);
const getBooks = new RestEndpoint({
  path: '/books',
  searchParams: {} as { topic?: string },
  schema: { items: books, total: 0 },
});
const getBook = new RestEndpoint({ path: '/books/:id', schema: Book });
const createBook = new RestEndpoint({ path: '/books', method: 'POST', body: {}, schema: Book });

let { cache, http, sent } = {} as ReturnType<typeof setUpRest>;
const setUp = () => ({ cache, http, sent } = setUpRest());

describe('F5 a response that the application provides', () => {
  beforeEach(setUp);

  it('counts as loaded and fresh', () => {
    cache.set(getBook, [{ id: 1 }], { id: 1, title: 'One' });
    const states = watch(cache.watch(getBook, { id: '1' }));
    expect(states.last!.value).toBe(cache.get(Book, 1)!);
    expect([states.last!.status, states.last!.isStale]).toEqual(['resolved', false]);
    http.verify();
  });

  it('is emitted to subscribers, and replaces a failure', () => {
    const states = watch(cache.watch(getBook, { id: 1 }));
    sent('/books/1').flush('no', { status: 500, statusText: 'Broken' });
    expect(states.last!.status).toBe('error');
    cache.set(getBook, [{ id: 1 }], { id: 1, title: 'One' });
    expect([states.last!.status, states.last!.value?.title]).toEqual(['resolved', 'One']);
  });

  it('is not replaced by the response to a request from before', () => {
    const seen = watch(cache.watch(getBook, { id: 1 }).pipe(toValues()));
    cache.set(getBook, [{ id: 1 }], { id: 1, title: 'New' });
    sent('/books/1').flush({ id: 1, title: 'Old' });
    expect(seen.last!.title).toBe('New');
  });

  it('has lists and other fields, with or without arguments', () => {
    cache.set(getBooks, [], { items: [{ id: 1 }], total: 7 });
    cache.set(getBooks, [{ topic: 'sea' }], { items: [{ id: 2 }], total: 1 });
    const of = (topic?: string) => cache.get(getBooks, topic === undefined ? {} : { topic })!;
    expect([of().total, of().items[0].id, of('sea').items[0].id]).toEqual([7, 1, 2]);
    expect(cache.get(books, { topic: 'sea' })!.map(({ id }) => id)).toEqual([2]);
  });

  it('is written completely or not at all', () => {
    const error = thrownBy(() => cache.set(getBook, [{ id: 1 }], { title: 'no key' }));
    expect((error as CacheError).code).toBe('NCQ1004');
    expect(watch(cache.select(Book, 1)).values).toEqual([undefined]);
  });

  it('is dropped when a batch throws', () => {
    expect(() =>
      cache.batch(() => {
        cache.set(getBook, [{ id: 1 }], { id: 1 });
        throw new Error('no');
      }),
    ).toThrow();
    expect(watch(cache.watch(getBook, { id: 1 })).last!.status).toBe('loading');
  });

  it('is not requested by a refetch in a batch that throws', () => {
    cache.set(getBook, [{ id: 1 }], { id: 1 });
    const states = watch(cache.watch(getBook, { id: 1 }));
    const fail = () =>
      cache.batch(() => {
        void cache.refetch(getBook, { id: 1 });
        throw new Error('no');
      });
    expect(fail).toThrowError('no');
    http.verify();
    expect(states.last!.isStale).toBeFalse();
  });

  it('must be that of a read', () => {
    const error = thrownBy(() => cache.set(createBook, [{}], { id: 1 }));
    expect((error as CacheError).code).toBe('NCQ4003');
  });
});

describe('L1 a list that the application sets', () => {
  beforeEach(setUp);

  it('is identified by the arguments before it', () => {
    cache.set(books, { topic: 'sea' }, [{ id: 1 }, { id: 2 }]);
    cache.set(books, { topic: 'art' }, [{ id: 3 }]);
    cache.set(books, [{ id: 4 }]);
    const ids = (args: object) => cache.get(books, args)!.map(({ id }) => id);
    expect([ids({ topic: 'sea' }), ids({ topic: 'art' }), ids({})]).toEqual([[1, 2], [3], [4]]);
  });
});
