import { createEnvironmentInjector, EnvironmentInjector } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import { CacheService, Entity, provideCache, Query, schema } from 'ngx-cache-query';
import { Subject } from 'rxjs';
import { thrownBy } from '../../support/error-log';
import { watch } from '../../support/watch';

class User extends Entity {
  readonly id: number = 0;
  readonly name: string = '';
  readonly at: Date = new Date(0);
  static override readonly schema = {
    at: (raw: string) => {
      if (raw === 'bad') throw new Error('not a date');
      return new Date(raw);
    },
  };
}
class Plain {
  readonly id = 1;
}
/** Passes a value that is no schema. */
const bad = (value?: unknown) => value as schema.All<typeof User>;
const badClass = (value?: unknown) => value as typeof User;
const all = new schema.All(User);

/** What a caller does wrong, the error in production, and parts of its text in dev mode. */
type Mistake = [run: () => unknown, production: string, ...parts: string[]];

describe('§5 the error for', () => {
  let cache: CacheService;
  beforeEach(() => {
    cache = TestBed.inject(CacheService);
    cache.set(User, { id: 1, name: 'a' });
  });
  const ended = () => {
    const parent = TestBed.inject(EnvironmentInjector);
    const route = createEnvironmentInjector([provideCache()], parent);
    const child = route.get(CacheService);
    route.destroy();
    return child;
  };
  const writing = (write: () => unknown) => () => cache.get(new Query(all, write));
  const circular = 'found undefined. The most likely cause is a circular import.';
  const skip = 'Skip the call until the key is known.';
  const readable = 'Expected a Query, schema.All';
  const mistakes: Record<string, Mistake> = {
    'set without a schema': [
      () => cache.set(bad(), {}),
      'NCQ4003 set(schema)',
      `set(schema): expected an Entity class or a schema, ${circular}`,
    ],
    'set with a class that is no Entity': [
      () => cache.set(bad(Plain), {}),
      'NCQ4003 set(schema)',
      'expected an Entity class or a schema, found the function Plain.',
    ],
    'an updater without a key': [
      () => cache.set(User, undefined as never, () => ({})),
      'NCQ4003 set(User)',
      `set(User): expected a key, found undefined. ${skip}`,
    ],
    'an updater that changes the key': [
      () => cache.set(User, 1, () => ({ id: 2 })),
      'NCQ2004 set(User)',
      'the updater for the key 1 returned fields with the key 2',
      'Delete the old entity, and write the new one.',
    ],
    'delete without a class': [
      () => cache.delete(badClass(), 1),
      'NCQ4003 delete',
      `delete: expected an Entity class, ${circular}`,
    ],
    'delete with a schema': [
      () => cache.delete(badClass([User]), 1),
      'NCQ4003 delete',
      'delete: expected an Entity class, found an array of length 1.',
    ],
    'delete without a key': [
      () => cache.delete(User, undefined as never),
      'NCQ4003 delete(User)',
      `expected a key, or a function that tests entities, found undefined. ${skip}`,
    ],
    'reset of something that is undefined': [
      () => void cache.reset(undefined as never),
      'NCQ4003 reset',
      `reset: expected an endpoint, or no argument, ${circular}`,
    ],
    'reset of a class': [
      () => void cache.reset(User as never),
      'NCQ4003 reset',
      'reset: expected an endpoint, or no argument, found the function User.',
    ],
    'a deserializer that throws': [
      () => cache.set(User, { id: 1, at: 'bad' }),
      'NCQ1012 set(User)',
      'the deserializer of User.at threw an error for User 1 when it received the string "bad"',
      'Nothing was stored. Correct the value',
    ],
    'a write after the end of the cache': [
      () => ended().set(User, { id: 1 }),
      'NCQ4002 set(User)',
      'set(User): the cache was destroyed with its injector.',
      'takeUntilDestroyed()',
    ],
    'connect after the end of the cache': [
      () => ended().connect(new Subject(), [User]),
      'NCQ4002 connect(schema)',
      'connect(schema): the cache was destroyed with its injector.',
    ],
    'a read of undefined': [
      () => cache.get(bad()),
      'NCQ3002',
      `undefined cannot be read. ${readable}`,
    ],
    'a subscription to undefined': [
      () => {
        const [error] = watch(cache.select(bad())).errors;
        if (error !== undefined) throw error as Error;
      },
      'NCQ3002',
      `undefined cannot be read. ${readable}`,
    ],
    'a signal of undefined': [
      () => TestBed.runInInjectionContext(() => cache.selectSignal(bad())() as unknown),
      'NCQ3002',
      `undefined cannot be read. ${readable}`,
    ],
    'a read of null': [() => cache.get(bad(null)), 'NCQ3002', `null cannot be read. ${readable}`],
    'a read of a text': [() => cache.get(bad('users')), 'NCQ3002', 'users cannot be read.'],
    'a read of an array': [() => cache.get(bad([User])), 'NCQ3002', 'an array cannot be read.'],
    'a read of a class that is no Entity': [
      () => cache.get(bad(Plain)),
      'NCQ3002',
      'the function Plain cannot be read.',
    ],
    'a read of a function': [
      () => cache.get(bad(() => 1)),
      'NCQ3002',
      'the function (anonymous) cannot be read.',
    ],
    'a read of an object': [
      () => cache.get(bad(new Plain())),
      'NCQ3002',
      'an instance of Plain cannot be read.',
    ],
    'a join with an undefined member': [
      () => cache.get({ users: all, more: bad() }),
      'NCQ3002',
      'undefined cannot be read.',
    ],
    'subscribers that write without end': [
      () => {
        let isStarted = false;
        const endless = cache.select(User, 1).subscribe((user) => {
          if (isStarted) cache.set(User, { id: 1, name: `${user!.name}a` });
        });
        isStarted = true;
        try {
          cache.set(User, { id: 1, name: `${cache.get(User, 1)!.name}b` });
        } finally {
          endless.unsubscribe();
        }
      },
      'NCQ2001',
      '100 consecutive commits each caused another write.',
      'compute the value with a Query',
    ],
    'a batch that is asynchronous': [
      () => cache.batch(() => Promise.resolve()),
      'NCQ2002',
      'Wait for the data first, then call batch().',
    ],
  };
  const inProcess: Record<string, [write: () => unknown, source: string]> = {
    set: [() => cache.set(User, { id: 2 }), 'set(User)'],
    delete: [() => cache.delete(User, 1), 'delete'],
    batch: [() => cache.batch(() => undefined), 'batch'],
    connect: [() => cache.connect(new Subject(), User), 'connect(User)'],
    reset: [() => void cache.reset(), 'reset'],
    clear: [() => void cache.clear(), 'clear'],
  };

  for (const [name, [run, production, ...parts]] of Object.entries(mistakes)) {
    it(`${name} explains itself, and is only a code in production`, () => {
      const { message } = thrownBy(run);
      for (const part of parts) expect(message).toContain(part);
      const page = globalThis as { ngDevMode?: unknown };
      const before = page.ngDevMode;
      page.ngDevMode = false;
      try {
        expect(thrownBy(run).message).toBe(production);
      } finally {
        page.ngDevMode = before;
      }
    });
  }

  for (const [name, [write, source]] of Object.entries(inProcess)) {
    it(`${name} inside process names the method, and nothing is written`, () => {
      const error = thrownBy(writing(write));
      expect([error.code, error.source]).toEqual(['NCQ3001', source]);
      expect(error.message).toContain(`${source} was called inside process`);
      expect(cache.get(all)?.length).toBe(1);
    });
  }
});
