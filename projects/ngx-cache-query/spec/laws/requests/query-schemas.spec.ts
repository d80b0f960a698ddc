import { EMPTY, of, skip, Subject, take } from 'rxjs';
import {
  type CacheError,
  Collection,
  Endpoint,
  Entity,
  paginated,
  Query,
  type Queryable,
  type QueryableNode,
  RestEndpoint,
  schema,
  toValues,
} from 'ngx-cache-query';
import { setUpRest } from '../../support/rest-users';
import { Todo } from '../../support/models';
import { fetchOnce, Served } from '../../support/served';
import { watch } from '../../support/watch';

const todos = new Collection([Todo], { argsKey: () => ({}) });
let runs = 0;
const titles = new Query(todos, (list, { done }: { done?: boolean } = {}) => {
  runs++;
  return list.filter(({ completed }) => done !== true || completed).map(({ title }) => title);
});
const getTitles = new RestEndpoint({
  path: '/todos',
  searchParams: {} as { done?: boolean } | undefined,
  schema: titles,
});
const todo = (id: number, more: object = {}) => ({ id, title: `t${id}`, ...more });
const errorOf = (run: () => unknown) => {
  try {
    run();
  } catch (error) {
    return error as CacheError;
  }
  throw new Error('nothing was thrown');
};

let { cache, sent } = {} as ReturnType<typeof setUpRest>;
const setUp = () => {
  ({ cache, sent } = setUpRest());
  runs = 0;
};

describe('R4 a Query as the schema of an endpoint', () => {
  beforeEach(setUp);

  it('normalizes the response by the schema inside, and its value is the result of process', () => {
    const seen = watch(cache.fetch(getTitles, {}));
    sent('/todos').flush([todo(1), todo(2)]);
    expect(seen.values).toEqual([['t1', 't2']]);
    expect(cache.get(todos)?.length).toBe(2);
    expect(cache.get(Todo, 2)?.title).toBe('t2');
    expect(cache.get(getTitles, {})).toBe(seen.last);
  });

  it('passes the arguments of the endpoint to process', () => {
    const [all, done] = [{}, { done: true }].map((args) =>
      watch(cache.watch(getTitles, args).pipe(toValues())),
    );
    sent('/todos').flush([todo(1, { completed: true }), todo(2)]);
    sent('/todos?done=true').flush([todo(1, { completed: true }), todo(2)]);
    expect([all.last, done.last]).toEqual([['t1', 't2'], ['t1']]);
  });

  it('keeps the value up to date, once per commit, and only if the result changed', () => {
    const seen = watch(cache.watch(getTitles, {}).pipe(toValues()));
    sent('/todos').flush([todo(1), todo(2)]);
    const before = runs;
    cache.set(Todo, { id: 1, title: 'new' });
    cache.set(Todo, { id: 2, completed: true });
    cache.set(Todo, { id: 9, title: 'other' });
    expect(seen.values).toEqual([
      ['t1', 't2'],
      ['new', 't2'],
    ]);
    expect(runs - before).toBe(2);
    cache.delete(Todo, 2);
    expect(seen.last).toEqual(['new']);
  });

  it('shares one result between select, state and watch', () => {
    const state = watch(cache.watch(getTitles, {}));
    const selected = watch(cache.select(getTitles, {}));
    sent('/todos').flush([todo(1)]);
    expect(state.last?.value).toBe(selected.last);
    expect([state.last?.status, runs]).toEqual(['resolved', 1]);
  });

  it('does not run process before the first response', () => {
    expect(cache.get(getTitles, {})).toBeUndefined();
    cache.set(todos, [todo(1)]);
    expect([cache.get(getTitles, {}), runs]).toEqual([undefined, 0]);
  });

  it('may have undefined as its value', () => {
    const first = new Query(new schema.All(Todo), (list) => list.find(({ id }) => id === 7));
    const served = new Served(first);
    const seen = watch(cache.watch(served.endpoint));
    served.respond([todo(1)]);
    expect([seen.last?.status, seen.last?.value]).toEqual(['resolved', undefined]);
    cache.set(Todo, todo(7));
    expect(seen.last?.value).toBe(cache.get(Todo, 7));
  });

  it('may be the Query of a Query, of a class, or of an object', () => {
    const count = new Query(titles, (list) => list.length);
    const { value } = fetchOnce(cache, count, [todo(1), todo(2)]);
    expect(value).toBe(2);
    const { value: title } = fetchOnce(cache, new Query(Todo, (one) => one.title), todo(3));
    expect(title).toBe('t3');
    const both = new Query({ list: todos, one: Todo }, ({ list, one }) => [list?.length, one?.id]);
    expect(fetchOnce(cache, both, { list: [todo(1)], one: todo(4) }).value).toEqual([1, 4]);
  });

  it('gives a detail whose entity was deleted no value', () => {
    const served = new Served(new Query(Todo, (one) => one.title));
    const seen = watch(cache.watch(served.endpoint).pipe(toValues()));
    served.respond(todo(1));
    cache.delete(Todo, 1);
    expect(seen.values[0]).toBe('t1');
    expect(cache.get(served.endpoint)).toBeUndefined();
    expect(served.requests.length).toBe(2);
  });

  it('derives the value of a mutation, whose response is not stored', () => {
    const response$ = new Subject<unknown>();
    const rename = new Endpoint({
      load: (_params: { id: number }, _title: string) => response$,
      schema: new Query(Todo, (one, { id }: { id: number }, title: string) => [
        id,
        title,
        one.title,
      ]),
      sideEffect: true,
    });
    const seen = watch(cache.fetch(rename, { id: 1 }, 'new'));
    response$.next(todo(1, { title: 'New' }));
    expect(seen.values).toEqual([[1, 'new', 'New']]);
  });

  it('gives the caller of a mutation the error of process, also while subscribers are notified', () => {
    const change = new Endpoint({
      load: () => of({ id: 1, title: 'answer' }),
      sideEffect: true,
      schema: new Query(Todo, () => {
        throw new Error('no');
      }),
    });
    const errors: unknown[] = [];
    cache.set(Todo, todo(1));
    const once = cache.select(Todo, 1).pipe(skip(1), take(1));
    once.subscribe(() => cache.fetch(change).subscribe({ error: (error) => errors.push(error) }));
    const seen = watch(cache.select(Todo, 1));
    expect(() => cache.set(Todo, { id: 1, title: 'set' })).not.toThrow();
    expect(errors.length).toBe(1);
    expect((seen.last as Todo).title).toBe('answer');
  });

  it('adds created entities to the list inside', () => {
    const seen = watch(cache.watch(getTitles, {}).pipe(toValues()));
    sent('/todos').flush([todo(1)]);
    watch(cache.fetch(getTitles.push, { title: 't5' }));
    sent('/todos').flush(todo(5));
    expect(seen.last).toEqual(['t1', 't5']);
  });

  it('fails only the subscribers if process throws', () => {
    const strict = new Query(new schema.All(Todo), (list): number => {
      if (list.some(({ title }) => title === 'bad')) throw new Error('bad title');
      return list.length;
    });
    const served = new Served(strict);
    const seen = watch(cache.select(served.endpoint));
    watch(cache.fetch(served.endpoint));
    served.respond([todo(1)]);
    cache.set(Todo, { id: 1, title: 'bad' });
    expect([seen.last, seen.errors.map(String)]).toEqual([1, ['Error: bad title']]);
    expect(cache.get(Todo, 1)?.title).toBe('bad');
  });

  it('shows an error instead of a value if process throws for the first response', () => {
    const strict = new Query(new schema.All(Todo), (list): number => {
      if (list.some(({ title }) => title === 'bad')) throw new Error('bad title');
      return list.length;
    });
    const served = new Served(strict);
    const watched = watch(cache.watch(served.endpoint));
    served.respond([{ ...todo(1), title: 'bad' }]);
    expect([watched.last?.status, watched.last?.isFetching]).toEqual(['error', false]);
    expect(String(watched.last?.error?.cause)).toBe('Error: bad title');
    cache.set(Todo, { id: 1, title: 'good' });
    const { refreshError, status, value } = watched.last!;
    expect([status, value, refreshError]).toEqual(['resolved', 1, undefined]);
  });

  it('keeps the error of process while it is requested again', () => {
    const strict = new Query(new schema.All(Todo), (): number => {
      throw new Error('bad title');
    });
    const served = new Served(strict);
    const watched = watch(cache.watch(served.endpoint));
    served.respond([todo(1)]);
    const { error } = watched.last!;
    watch(cache.fetch(served.endpoint));
    expect([watched.last!.isFetching, error?.code]).toEqual([true, 'NCQ5003']);
    expect(watched.last!.error).toBe(error);
  });

  it('is refused inside of another schema, and over something that is in no response', () => {
    class Board extends Entity {
      readonly id: number = 0;
      readonly titles: readonly string[] = [];
      static override readonly schema = { titles };
    }
    const load = () => EMPTY;
    const node: QueryableNode<number, []> = { read: () => 1 };
    class Custom {
      read = node.read;
    }
    const errors = [
      () => cache.set(Board, { id: 1, titles: ['a'] }),
      () => cache.set({ data: titles }, { data: [todo(1)] }),
      () => new Endpoint({ name: 'custom', load, schema: new Query(new Custom() as Queryable) }),
      () => paginated(getTitles, 'page'),
    ].map(errorOf);
    expect(errors.map(({ code }) => code)).toEqual(Array(4).fill('NCQ1011'));
    expect(errors.map(({ path }) => path)).toEqual(['titles', 'data', undefined, undefined]);
    expect(errorOf(() => cache.set(titles, [])).code).toBe('NCQ4003');
  });
});
