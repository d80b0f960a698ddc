import { TestBed } from '@angular/core/testing';
import {
  type CacheError,
  CacheService,
  Entity,
  type EntityClass,
  Query,
  schema,
} from 'ngx-cache-query';
import { Subject } from 'rxjs';
import { thrownBy } from '../../support/error-log';

class User extends Entity {
  readonly id: number = 0;
  readonly name: string = '';
}
const allUsers = new schema.All(User);

describe('R12 a write where only a value may be computed', () => {
  let cache: CacheService;
  beforeEach(() => (cache = TestBed.inject(CacheService)));

  it('is refused if a connected stream makes it, because it emits inside process', () => {
    const users$ = new Subject<{ readonly id: number; readonly name: string }>();
    const errors: unknown[] = [];
    cache.set(User, { id: 1, name: 'a' });
    cache.connect(users$, User, { onError: (error) => errors.push(error) });
    const emitting = new Query(User, ({ name }) => {
      if (name === 'a') users$.next({ id: 1, name: 'b' });
      return name;
    });
    expect(cache.get(emitting, 1)).toBe('a');
    expect(errors.map((error) => (error as { code?: string }).code)).toEqual(['NCQ3001']);
    expect(cache.get(User, 1)?.name).toBe('a');
    users$.next({ id: 1, name: 'c' });
    expect(cache.get(emitting, 1)).toBe('c');
  });

  const write = () => TestBed.inject(CacheService).set(User, { id: 1 });
  const classes: Record<string, EntityClass> = {
    process: class extends Entity {
      readonly id: number = 0;
      static override process(input: object) {
        write();
        return { ...input };
      }
    },
    validate: class extends Entity {
      readonly id: number = 0;
      static override validate() {
        write();
        return undefined;
      }
    },
    merge: class extends Entity {
      readonly id: number = 0;
      static override merge(existing: object, incoming: object) {
        write();
        return { ...existing, ...incoming };
      }
    },
    shouldUpdate: class extends Entity {
      readonly id: number = 0;
      static override shouldUpdate() {
        write();
        return true;
      }
    },
    pk: class extends Entity {
      readonly id: number = 0;
      override pk() {
        write();
        return this.id;
      }
    },
    'a deserializer': class extends Entity {
      readonly id: number = 0;
      readonly at: number = 0;
      static override readonly schema = {
        at: () => {
          write();
          return 1;
        },
      };
    },
  };
  for (const [name, Writing] of Object.entries(classes)) {
    it(`is refused in ${name} of a class, and nothing is written`, () => {
      const set = () => {
        for (const at of [1, 2]) cache.set([Writing], [{ id: 1, at }]);
      };
      const { code, cause } = thrownBy(set);
      // The error of a deserializer says where it was called.
      expect([code, (cause as CacheError | undefined)?.code]).toContain('NCQ3001');
      expect(cache.get(allUsers)).toBeUndefined();
      cache.set(User, { id: 2 });
      expect(cache.get(allUsers)?.length).toBe(1);
    });
  }
});

describe('W5 a class whose default instance cannot be made', () => {
  class Endless extends Entity {
    readonly id: number = 0;
    readonly size: number = 0;
    readonly next: Endless = Endless.fromJS({});
  }

  it('is an error before anything is written', () => {
    const cache = TestBed.inject(CacheService);
    cache.set(Endless, { id: 1, size: 1 });
    const value = { user: { id: 1 }, endless: { id: 1, size: 2 } };
    const error = thrownBy(() => cache.set({ user: User, endless: Endless }, value));
    expect(error.code).toBe('NCQ1007');
    expect(cache.get(allUsers)).toBeUndefined();
  });
});
