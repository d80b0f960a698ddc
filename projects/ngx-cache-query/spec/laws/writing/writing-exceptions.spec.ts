import { of, Subject } from 'rxjs';
import { Endpoint, Entity, schema } from 'ngx-cache-query';
import { causesOf } from '../../support/causes';
import { unhandledErrorsOf } from '../../support/error-log';
import { idsOf, setUpLogged, expectWorkingCache } from '../../support/logged';
import { allUsers, User } from '../../support/models';
import { Served } from '../../support/served';
import { watch } from '../../support/watch';

let { cache, log } = {} as ReturnType<typeof setUpLogged>;
const setUp = () => ({ cache, log } = setUpLogged());
const ids = () => idsOf(cache.get(allUsers));

describe('W6 an exception leaves the cache in working order', () => {
  beforeEach(setUp);

  class Fragile extends Entity {
    readonly id: string = '';
    readonly text: string = '';
    static at = '';
    static fail(place: string, ...rows: unknown[]): void {
      const bad = rows.some((row) => (row as Fragile | undefined)?.text === 'bad');
      if (Fragile.at === place && bad) throw new Error(place);
    }
    override pk() {
      Fragile.fail('pk', this);
      return this.id;
    }
    static override process(input: object) {
      Fragile.fail('process', input);
      return { ...input };
    }
    static override validate(row: object) {
      Fragile.fail('validate', row);
      return undefined;
    }
    static override merge(existing: object, incoming: object) {
      Fragile.fail('merge', incoming);
      return { ...existing, ...incoming };
    }
    static override shouldUpdate(_: object, incoming: object) {
      Fragile.fail('shouldUpdate', incoming);
      return true;
    }
    static override shouldReorder(_a: object, _b: object, _: object, incoming: object) {
      Fragile.fail('shouldReorder', incoming);
      return false;
    }
  }
  const places = ['pk', 'process', 'validate', 'merge', 'shouldUpdate', 'shouldReorder'];
  for (const place of places) {
    it(`in static ${place}`, () => {
      const fragile = new schema.All(Fragile);
      cache.set([Fragile], [{ id: '1' }, { id: '2' }]);
      const seen = watch(cache.select(fragile));
      const users = watch(cache.select(allUsers));
      Fragile.at = place;
      const rows = [{ id: '3' }, { id: '1', text: 'good' }, { id: '2', text: 'bad' }];
      const write = () =>
        cache.set({ users: [User], rows: [Fragile] }, { users: [{ id: 'u' }], rows });
      expect(write).toThrowError(place);
      const endpoint = new Endpoint({ load: () => of(rows), schema: [Fragile] });
      const fetched = watch(cache.fetch(endpoint));
      expect(causesOf(fetched.errors)).toEqual([new Error(place)]);
      expect([seen.values.length, users.values.length]).toEqual([1, 1]);
      expect(cache.get(Fragile, '1')?.text).toBe('');
      Fragile.at = '';
      expectWorkingCache(cache);
      cache.set([Fragile], rows);
      expect(seen.values.map((list) => list?.map(({ text }) => text))).toEqual([
        ['', ''],
        ['good', 'bad', ''],
      ]);
    });
  }

  it('in an updater', () => {
    cache.set(User, { id: 'a' });
    const write = () =>
      cache.set(User, 'a', () => {
        throw new Error('no');
      });
    expect(write).toThrowError('no');
    expectWorkingCache(cache);
    cache.batch(() => {
      cache.set(User, { id: 'b' });
      expect(write).toThrowError('no');
      cache.set(User, { id: 'c' });
    });
    expect(ids()).toBe('abc');
  });

  it('in an updater in a subscriber: nothing is written, and later writes are applied', () => {
    cache.set(User, { id: 'a' });
    const thrown = new Error('no');
    const caught: unknown[] = [];
    cache.select(User, 'a').subscribe((user) => {
      if (user?.name !== 'go') return;
      try {
        cache.set(User, 'a', () => {
          throw thrown;
        });
      } catch (error) {
        caught.push(error);
      }
      cache.set(User, { id: 'b' });
    });
    cache.set(User, { id: 'a', name: 'go' });
    expect([caught, ids()]).toEqual([[thrown], 'ab']);
    expectWorkingCache(cache);
  });

  it('in a subscriber', async () => {
    const seen = [watch(cache.select(allUsers))];
    const subscription = cache.select(allUsers).subscribe((users) => {
      if (users?.length === 1) throw new Error('subscriber');
    });
    seen.push(watch(cache.select(allUsers)));
    const errors = await unhandledErrorsOf(() => cache.set(User, { id: 'a' }));
    expect(errors).toEqual([new Error('subscriber')]);
    expect(seen.map((each) => each.values.length)).toEqual([2, 2]);
    subscription.unsubscribe();
    expectWorkingCache(cache);
  });

  it('in a subscriber of fetch, and in load', async () => {
    const served = new Served(User);
    const endpoint = new Endpoint({
      load: (): never => {
        throw new Error('load');
      },
      schema: User,
    });
    expect(causesOf(watch(cache.fetch(endpoint)).errors)).toEqual([new Error('load')]);
    cache.fetch(served.endpoint).subscribe(() => {
      throw new Error('subscriber');
    });
    const errors = await unhandledErrorsOf(() => served.respond({ id: 'a' }));
    expect([errors, ids()]).toEqual([[new Error('subscriber')], 'a']);
    expectWorkingCache(cache);
  });

  it('in a value of connect: onError or the ErrorHandler receives it, and the stream continues', () => {
    const source = new Subject<unknown>();
    const errors: unknown[] = [];
    cache.connect(source, User, { onError: (error) => errors.push(error) });
    cache.connect(source, [User]);
    source.next({ id: 'a' });
    source.next([{ id: 'b' }]);
    source.next(5);
    source.next({ id: 'c' });
    expect(ids()).toBe('abc');
    expect([errors.length, log.errors.length]).toEqual([2, 3]);
    source.error('ended');
    expect([errors.at(-1), log.errors.at(-1)]).toEqual(['ended', 'ended']);
    expectWorkingCache(cache);
  });

  it('connect ends with its subscription', () => {
    const source = new Subject<unknown>();
    const subscription = cache.connect(source, User);
    source.next({ id: 'a' });
    subscription.unsubscribe();
    expect(source.observed).toBeFalse();
    source.next({ id: 'b' });
    expect(ids()).toBe('a');
  });
});
