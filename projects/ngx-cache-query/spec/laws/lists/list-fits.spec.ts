import { TestBed } from '@angular/core/testing';
import { NEVER, of } from 'rxjs';
import {
  type CacheError,
  CacheService,
  Collection,
  Endpoint,
  Entity,
  type SchemaLike,
  schema,
} from 'ngx-cache-query';
import { thrownBy } from '../../support/error-log';
import { Task, titles } from '../../support/rest-todos';
import { listenToWarnings } from '../../support/warnings';
import { watch } from '../../support/watch';

class Owner extends Entity {
  readonly id: number = 0;
  readonly kind = 'owner' as const;
}
class Team extends Entity {
  readonly id: number = 0;
  readonly kind = 'team' as const;
}
class Note extends Entity {
  readonly id: number = 0;
  readonly title: string = '';
  readonly by: Owner | Team | undefined = undefined;
  static override readonly schema = {
    by: new schema.Union({ owner: Owner, team: Team }, 'kind'),
  };
}
class Summary extends Entity {
  readonly id: number = 0;
  readonly title: string = '';
  static override readonly key: string = 'ListedArticle';
}
class Article extends Summary {
  readonly content: string = '';
  static override readonly key: string = 'ListedArticle';
}

let cache: CacheService;
const setUp = () => (cache = TestBed.inject(CacheService));
const task = (id: number, board = 'a', more: object = {}) => ({
  id,
  title: `t${id}`,
  board,
  ...more,
});
/** Loads the list with the given arguments. */
function fill(list: SchemaLike, args: object, items: unknown): void {
  const load = (_args: object) => of(items);
  watch(cache.fetch(new Endpoint({ load, schema: list }), args));
}
/** Sends a mutation with the given response. */
function send(what: SchemaLike, response: unknown, ...args: unknown[]) {
  const load = (..._args: unknown[]) => of(response);
  return watch(cache.fetch(new Endpoint({ load, schema: what, sideEffect: true }), ...args));
}

describe('L2 an entity fits a list', () => {
  beforeEach(setUp);

  it('whose arguments are its numbers as strings', () => {
    const list = new Collection([Task]);
    fill(list, { priority: '1' }, []);
    fill(list, { priority: 2 }, []);
    cache.set(list.push, task(1, 'a', { priority: 1 }));
    cache.set(list.push, task(2, 'a', { priority: '2' }));
    expect(titles(cache.get(list, { priority: 1 }))).toBe('t1');
    expect(titles(cache.get(list, { priority: 2 }))).toBe('t2');
  });

  it('whose argument is the key of a relation to one of several types', () => {
    const list = new Collection([Note]);
    fill(list, { by: 5 }, []);
    fill(list, { by: 6 }, []);
    cache.set(list.push, { id: 1, title: 'n1', by: { id: 5, kind: 'owner' } });
    expect(titles(cache.get(list, { by: 5 }))).toBe('n1');
    expect(cache.get(list, { by: 6 })).toEqual([]);
  });

  it('whose other arguments sort, but not if they only begin like such', () => {
    const list = new Collection([Task]);
    const sorting = ['orderBy', 'sort', 'sortDir', 'ordering', '_sort', '$orderby', 'sort[0]'];
    for (const name of sorting) fill(list, { [name]: 'x' }, []);
    const selecting = ['orderId', 'sortCode', 'ordered', 'resort'];
    for (const name of selecting) fill(list, { [name]: 'x' }, []);
    cache.set(list.push, task(1, 'a', Object.fromEntries(selecting.map((name) => [name, 'y']))));
    const shown = (name: string) => titles(cache.get(list, { [name]: 'x' }));
    expect(sorting.map(shown)).toEqual(sorting.map(() => 't1'));
    expect(selecting.map(shown)).toEqual(selecting.map(() => ''));
  });

  it('and dev mode warns of an argument that seems to sort and is a field', () => {
    class Comment extends Entity {
      readonly id: string = '';
      readonly order: string = '';
    }
    const warnings = listenToWarnings();
    const filters = { nonFilterArgumentKeys: ['ordering'] };
    fill(new Collection([Comment], { ...filters, name: 'FilteredComments' }), { order: 'x' }, []);
    expect(warnings).not.toHaveBeenCalled();
    fill(new Collection([Comment]), { order: 'x', sort: 'id' }, []);
    expect(warnings.calls.allArgs()).toEqual([
      [jasmine.stringContaining('"order" of a list of Comment')],
    ]);
  });

  it('whose argument is undefined', () => {
    const list = new Collection([Task]);
    fill(list, { board: 'a', done: undefined }, []);
    cache.set(list.push, task(1, 'a', { done: false }));
    expect(titles(cache.get(list, { board: 'a' }))).toBe('t1');
  });

  it('by a field of the body that neither the response nor the path has', () => {
    const list = new Collection([Task]);
    fill(list, { board: 'a', done: true }, []);
    send(list.push, { id: 1, title: 't1' }, { board: 'a' }, { done: true });
    expect(titles(cache.get(list, { board: 'a', done: true }))).toBe('t1');
  });

  it('of another class with the same static key, even a list of several classes', () => {
    const list = new Collection([Summary]);
    const mixed = new Collection(new schema.Array({ note: Note, article: Summary }, 'type'));
    fill(list, {}, []);
    fill(mixed, {}, []);
    const articles = new Collection([Article]);
    cache.set(articles.push, { id: 1, title: 'a1', content: 'text' });
    expect(titles(cache.get(list))).toBe('a1');
    expect(titles(cache.get(mixed) as Summary[])).toBe('a1');
  });
});

describe('L3 a list keeps', () => {
  beforeEach(setUp);

  it('a moved entity if no field contradicts the arguments', () => {
    const list = new Collection([Task]);
    fill(list, { owner: 'x' }, [task(1)]);
    fill(list, { owner: 'x', board: 'a' }, [task(1)]);
    send(list.move, task(1, 'b'), { id: 1 }, { board: 'b' });
    expect(titles(cache.get(list, { owner: 'x' }))).toBe('t1');
    expect(cache.get(list, { owner: 'x', board: 'a' })).toEqual([]);
  });

  it('an entity that is pushed again for another list, if it does not follow the fields', () => {
    const list = new Collection([Task], { followsFields: false });
    fill(list, { board: 'a' }, [task(1)]);
    cache.set(list.push, task(1, 'b'));
    expect(titles(cache.get(list, { board: 'a' }))).toBe('t1');
  });

  it('an entity that was removed from the lists of another Collection', () => {
    const [list, other] = [new Collection([Task]), new Collection([Task])];
    for (const each of [list, other]) fill(each, { board: 'a' }, [task(1), task(2)]);
    send(list.remove, task(1), { board: 'a' });
    expect(titles(cache.get(list, { board: 'a' }))).toBe('t2');
    expect(titles(cache.get(other, { board: 'a' }))).toBe('t1 t2');
  });

  it('the keys of entities that are not cached yet', () => {
    const tasks = new Collection([Task], {
      nestKey: ({ id }: { id: number }) => ({ board: id }),
    });
    class Board extends Entity {
      readonly id: number = 0;
      readonly tasks: Task[] = [];
      static override readonly schema = { tasks };
    }
    const running = watch(cache.fetch(new Endpoint({ load: () => NEVER })));
    cache.set(Task, task(8));
    cache.delete(Task, 8); // leaves a tombstone, because a read is in flight
    cache.set(Board, { id: 1, tasks: [5] as never });
    cache.set(Task, task(5));
    expect(titles(cache.get(Board, 1)?.tasks)).toBe('t5');
    running.subscription.unsubscribe();
  });
});

describe('L3 the response of a removal', () => {
  beforeEach(setUp);
  const list = new Collection([Task]);

  it('may be empty if the arguments or the body name the entity', () => {
    fill(list, { board: 'a' }, [task(1), task(2), task(3)]);
    send(list.remove, '', { board: 'a', id: 1 });
    expect(titles(cache.get(list, { board: 'a' }))).toBe('t2 t3');
    send(list.remove, null, { board: 'a' }, { id: 3 });
    expect(titles(cache.get(list, { board: 'a' }))).toBe('t2');
  });

  it('is an error if nothing names the entity', () => {
    fill(list, { board: 'a' }, [task(1)]);
    const { errors } = send(list.remove, null, { board: 'a' });
    expect((errors[0] as CacheError).code).toBe('NCQ1004');
    expect(titles(cache.get(list, { board: 'a' }))).toBe('t1');
  });
});

describe('L2 the result of a mutation that edits lists', () => {
  beforeEach(setUp);

  it('has as many entities as the response', () => {
    const list = new Collection([Task]);
    fill(list, {}, []);
    const seen = send(list.push, [task(1), task(2)]);
    expect(titles(seen.last as Task[])).toBe('t1 t2');
    expect(send(list.push, task(3)).last).toBe(cache.get(Task, 3) as never);
  });

  it('must be that of a map for assign: an array has no keys', () => {
    const list = new Collection([Task]);
    fill(list, {}, []);
    const error = thrownBy(() => cache.set(list.assign as never, [task(1)] as never));
    expect([error.code, cache.get(Task, 1), cache.get(list)]).toEqual(['NCQ1001', undefined, []]);
  });

  it('must be an object for assign', () => {
    const map = new Collection(new schema.Values(Task));
    for (const wrong of [[task(1)], null]) {
      const error = thrownBy(() => cache.set(map.assign, wrong));
      expect([error.code, cache.get(Task, 1)]).toEqual(['NCQ1001', undefined]);
    }
  });
});
