import { TestBed } from '@angular/core/testing';
import { type CacheError, CacheService, Endpoint, Entity, schema } from 'ngx-cache-query';
import { of } from 'rxjs';
import { thrownBy } from '../../support/error-log';
import { listenToWarnings } from '../../support/warnings';
import { watch } from '../../support/watch';

class Member extends Entity {
  readonly orgId: number = 0;
  readonly userId: number = 0;
  readonly name: string = '';
  override pk() {
    return `${this.orgId}:${this.userId}`;
  }
}
class Joined extends Entity {
  readonly orgId: string = '';
  readonly slug: string = '';
  override pk() {
    return [this.orgId, this.slug].join('/');
  }
}
class Page extends Entity {
  readonly id: number = 0;
  readonly slug: string = '';
  override pk() {
    return this.slug || this.id;
  }
}
class Line extends Entity {
  readonly nr: number = 0;
  override pk(parent?: unknown) {
    return `${(parent as { readonly id?: number }).id}-${this.nr}`;
  }
}
class Order extends Entity {
  readonly id: number = 0;
  readonly first: Line | null = null;
  static override readonly schema = { first: Line };
}
class User extends Entity {
  readonly id: string | number = '';
  readonly name: string = '';
}
class Todo extends Entity {
  readonly id: number = 0;
  readonly owner: User | null = null;
  readonly watchers: readonly User[] = [];
  static override readonly schema = { owner: User, watchers: [User] };
}
const memberKeys = (cache: CacheService) =>
  cache.get(new schema.All(Member))?.map((member) => member.pk());

describe('W8 a composed key', () => {
  let cache: CacheService;
  beforeEach(() => (cache = TestBed.inject(CacheService)));

  it('with a missing part is an error that names the part, and nothing is stored', () => {
    const error = thrownBy(() => cache.set([Member], [{ orgId: 1, userId: 5 }, { userId: 5 }]));
    expect([error.code, error.path]).toEqual(['NCQ1004', '[1]']);
    expect(error.message).toContain('The row has no orgId, which is a part of the key');
    expect(memberKeys(cache)).toBeUndefined();
    for (const orgId of [undefined, null, NaN]) {
      const missing = thrownBy(() => cache.set([Member], [{ orgId, userId: 5 }]));
      expect(missing.code).withContext(JSON.stringify(orgId)).toBe('NCQ1004');
    }
  });

  it('with a missing part is an error however the parts are combined', () => {
    for (const row of [{ slug: 'a' }, { orgId: 'o' }, {}]) {
      expect(thrownBy(() => cache.set([Joined], [row])).code).toBe('NCQ1004');
    }
    const error = thrownBy(() => cache.set(Order, { first: { nr: 1 } as never, id: undefined }));
    expect(error.code).toBe('NCQ1004');
  });

  it('with a missing part between two others is an error', () => {
    class Cell extends Entity {
      readonly sheet: string = '';
      readonly row: number = 0;
      readonly nr: number = 0;
      override pk() {
        return [this.sheet, this.row, this.nr].join(':');
      }
    }
    expect(thrownBy(() => cache.set([Cell], [{ sheet: 'a', nr: 2 }])).code).toBe('NCQ1004');
    expect(cache.get(new schema.All(Cell))).toBeUndefined();
  });

  it('with a missing part of the parent is an error, also if an argument has the name of the part', () => {
    const getLines = new Endpoint({
      name: 'getLines',
      load: (_: { readonly id: number }) => of({ lines: [{ nr: 1 }] }),
      schema: { lines: [Line] },
    });
    for (let i = 0; i < 2; i++) {
      const [error] = watch(cache.fetch(getLines, { id: 7 })).errors as CacheError[];
      expect([error.code, error.path]).toEqual(['NCQ1004', 'lines[0]']);
      expect(error.message).toContain('The row has no id, which is a part of the key');
    }
    expect(cache.get(new schema.All(Line))).toBeUndefined();
  });

  it('takes a missing part from the arguments of the endpoint', () => {
    const getMembers = new Endpoint({
      name: 'getMembers',
      load: (_: { readonly orgId: number }) => of([{ userId: 5, name: 'Ada' }]),
      schema: [Member],
    });
    watch(cache.fetch(getMembers, { orgId: 1 }));
    watch(cache.fetch(getMembers, { orgId: 2 }));
    expect(memberKeys(cache)).toEqual(['1:5', '2:5'] as never);
    for (const orgId of ['', null, NaN, {}, undefined]) {
      const [error] = watch(cache.fetch(getMembers, { orgId } as never)).errors as CacheError[];
      expect(error.code).withContext(JSON.stringify(orgId)).toBe('NCQ1004');
    }
    expect(memberKeys(cache)?.length).toBe(2);
  });

  it('may choose another field for a missing one', () => {
    cache.set([Page], [{ id: 5 }, { id: 6, slug: 'six' }]);
    expect([cache.get(Page, 5)?.id, cache.get(Page, 'six')?.id]).toEqual([5, 6]);
    cache.set([Page], [{ id: '(draft)' }, { id: 'a--b' }]);
    expect(cache.get(Page, '(draft)')?.id).toBe('(draft)' as never);
  });

  it('may depend on whether a field is missing, and may read more than it contains', () => {
    class Folder extends Entity {
      readonly id: number = 0;
      readonly above: number | undefined = undefined;
      readonly title: string = '';
      override pk() {
        const { id, above } = this;
        return above === undefined ? '/' : id;
      }
    }
    class Path extends Entity {
      readonly path: string = '';
      override pk() {
        const { path } = this as { readonly title?: string; readonly path: string };
        return (this as { readonly title?: string }).title === 'never' ? undefined : path;
      }
    }
    cache.set([Folder], [{ id: 1 }, { id: 2, above: 1 }]);
    expect([cache.get(Folder, '/')?.id, cache.get(Folder, 2)?.id]).toEqual([1, 2]);
    cache.set([Path], [{ path: '/a/' }]);
    expect(cache.get(Path, '/a/')?.path).toBe('/a/');
  });

  it('may contain such a text if the server sent it', () => {
    cache.set([Joined], [{ orgId: 'undefined', slug: 'null' }]);
    expect(cache.get(Joined, 'undefined/null')?.slug).toBe('null');
    cache.set([Joined], [{ orgId: 'https://', slug: 'x' }]);
    expect(cache.get(Joined, 'https:///x')?.slug).toBe('x');
  });

  it('of several parts is stored by schema.Values', () => {
    class Cell extends Entity {
      readonly row: number = 0;
      readonly nr: number = 0;
      readonly value: number = 0;
      override pk() {
        return `${this.row}|${this.nr}`;
      }
    }
    cache.set(new schema.Values(Cell), { a: { row: 1, nr: 2, value: 5 }, b: { row: 1, nr: 3 } });
    expect(cache.get(Cell, '1|2')?.value).toBe(5);
    expect(cache.get(new schema.All(Cell))?.length).toBe(2);
  });
});

describe('W8 a key that a server sent', () => {
  it('may be any text', () => {
    const cache = TestBed.inject(CacheService);
    for (const id of ['null', 'NaN', 'undefined']) {
      cache.set(User, { id, name: `user ${id}` });
      cache.set(Todo, { id: 1, owner: id });
      expect(cache.get(User, id)?.name).toBe(`user ${id}`);
      expect(cache.get(Todo, 1)?.owner).toBe(cache.get(User, id)!);
    }
    expect(cache.get(new schema.All(User))?.length).toBe(3);
  });

  it('larger than 2^53 is a warning, because it was rounded', () => {
    const warn = listenToWarnings();
    const cache = TestBed.inject(CacheService);
    cache.set(User, JSON.parse('{"id":9007199254740993}') as { id: number });
    cache.set(User, JSON.parse('{"id":"9007199254740995"}') as { id: string });
    const texts = warn.calls.allArgs().map(([text]) => text as string);
    expect(texts.length).toBe(1);
    expect(texts[0]).toContain('is larger than Number.MAX_SAFE_INTEGER');
  });
});

describe('R9 a relation to a row whose key is null', () => {
  it('is an absent relation, in a list an absent item', () => {
    const cache = TestBed.inject(CacheService);
    cache.set(
      [Todo],
      [
        { id: 1, owner: { id: null, name: null }, watchers: [{ id: 'a' }, { id: null }] },
        { id: 2, owner: { id: 'a', name: 'Ada' }, watchers: [] },
      ],
    );
    const [first, second] = cache.get(new schema.All(Todo))!;
    expect([first.owner, first.watchers.length]).toEqual([null, 1]);
    expect(second.owner?.name).toBe('Ada');
    cache.set([Todo], [{ id: 2, owner: { id: null } }]);
    expect(cache.get(Todo, 2)?.owner).toBeNull();
    expect(thrownBy(() => cache.set([User], [{ id: null }])).code).toBe('NCQ1004');
  });

  it('is absent too if the relation is a Union or lazy, also after it was there', () => {
    class Note extends Entity {
      readonly id: number = 0;
      readonly about: User | null = null;
      readonly author: string | null = null;
      static override readonly schema = {
        about: new schema.Union({ user: User }, 'type'),
        author: new schema.Lazy(() => User),
      };
    }
    const cache = TestBed.inject(CacheService);
    const user = { id: 'a', type: 'user', name: 'Ada' };
    for (const id of ['a', null]) {
      const related = { ...user, id };
      cache.set([Note], [{ id: 1, about: related, author: related }]);
      const { about, author } = cache.get(Note, 1)!;
      expect([about?.name, author]).toEqual(id === null ? [undefined, null] : ['Ada', 'a']);
    }
  });
});
