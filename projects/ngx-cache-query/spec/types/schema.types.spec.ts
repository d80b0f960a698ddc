import {
  type CacheService,
  type Denormalize,
  Endpoint,
  Entity,
  type EntityClass,
  Query,
  ref,
  schema,
} from 'ngx-cache-query';
import { of } from 'rxjs';
import type { Equal, Expect } from '../support/expect-type';
import { FeedItem, Link, Post, Todo, User } from '../support/models';

declare const cache: CacheService;

describe('schema.All', () => {
  it('takes one Entity class', () => {
    new schema.All(User);
    // @ts-expect-error one class needs no attribute
    new schema.All(User, 'type');
  });

  it('takes a mapping and an attribute', () => {
    new schema.All({ link: Link, post: Post }, 'type');
    new schema.All({ links: Link, posts: Post }, (item: { type: string }) => `${item.type}s`);
    // @ts-expect-error the attribute is missing
    new schema.All({ link: Link, post: Post });
    // @ts-expect-error an attribute has a name
    new schema.All({ link: Link, post: Post }, 5);
    // @ts-expect-error the function returns a key of the mapping
    new schema.All({ link: Link, post: Post }, () => 5);
  });

  it('passes the function its arguments', () => {
    new schema.All({ link: Link, post: Post }, (item, parent, key) => {
      type Arguments = [
        Expect<Equal<typeof item, Link | Post>>,
        Expect<Equal<typeof parent, unknown>>,
        Expect<Equal<typeof key, string | undefined>>,
      ];
      return item.type;
    });
  });

  it('refuses schemas without a key', () => {
    // @ts-expect-error an object is not an entity
    new schema.All(new schema.Object({ user: User }));
    // @ts-expect-error an array is not an entity
    new schema.All([User]);
    // @ts-expect-error an array is not an entity
    new schema.All(new schema.Array(User));
    // @ts-expect-error a string is not an entity
    new schema.All('User');
    // @ts-expect-error an abstract class makes no entities
    new schema.All(FeedItem);
  });

  it('refuses a class whose constructor needs arguments', () => {
    class Needy extends Entity {
      constructor(readonly id: string) {
        super();
      }
    }
    // @ts-expect-error
    new schema.All(Needy);
  });

  it('is extended by define', () => {
    const all = new schema.All({ link: Link }, 'type');
    all.define({ post: Post });
    // @ts-expect-error
    all.define({ post: 'Post' });
  });
});

describe('the value of a schema', () => {
  const all = new schema.All(User);
  const several = new schema.All({ link: Link, post: Post }, 'type');

  it('is a list of the entities of an All', () => {
    type Results = [
      Expect<Equal<Denormalize<typeof all>, User[]>>,
      Expect<Equal<Denormalize<typeof several>, (Link | Post)[]>>,
    ];
  });

  it('is an array for an Array, in the long and the short form', () => {
    const long = new schema.Array(User);
    const short = [User];
    const mixed = new schema.Array({ link: Link, post: Post }, 'type');
    const nested = [[User]];
    type Results = [
      Expect<Equal<Denormalize<typeof long>, User[]>>,
      Expect<Equal<Denormalize<typeof short>, User[]>>,
      Expect<Equal<Denormalize<typeof mixed>, (Link | Post)[]>>,
      Expect<Equal<Denormalize<typeof nested>, User[][]>>,
    ];
  });

  it('is useless for several types in one array, which is a mistake', () => {
    const several = [Link, Post];
    type Item = Denormalize<typeof several>[number];
    type Nested = Denormalize<{ data: typeof several }>['data'][number];
    const use = (item: Item, nested: Nested) => {
      // @ts-expect-error it is neither a Link nor a Post
      void item.type;
      // @ts-expect-error it is neither a Link nor a Post
      const items: (Link | Post)[] = [nested];
      return items;
    };
    void use;
    const literals = [0];
    const flags = [true];
    const nullable = [User, null];
    type Results = [
      Expect<Equal<Denormalize<typeof literals>, number[]>>,
      Expect<Equal<Denormalize<typeof flags>, boolean[]>>,
      Expect<Equal<Denormalize<typeof nullable>, (User | null)[]>>,
    ];
  });

  it('stays a list of entities in generic code', () => {
    const firstOf = <C extends EntityClass>(type: C) => {
      const list = cache.get(new Query(new Endpoint({ load: () => of([]), schema: [type] })));
      return list?.map((item) => item.pk());
    };
    type Result = Expect<
      Equal<ReturnType<typeof firstOf>, (string | number | bigint | null | undefined)[] | undefined>
    >;
  });

  it('is an object for an Object, in the long and the short form', () => {
    const long = new schema.Object({ results: new schema.All(User), total: 0, next: '', ok: true });
    const short = { owner: User, todos: [Todo], at: (iso: string) => new Date(iso) };
    interface Page {
      results: User[];
      total: number;
      next: string;
      ok: boolean;
    }
    type Results = [
      Expect<Equal<Denormalize<typeof long>, Page>>,
      Expect<Equal<Denormalize<typeof short>, { owner: User; todos: Todo[]; at: Date }>>,
    ];
  });

  it('is the widened type of a literal', () => {
    const page = new schema.Object({ data: [User], cursor: '', page: 1, next: null });
    type Result = Expect<
      Equal<Denormalize<typeof page>, { data: User[]; cursor: string; page: number; next: null }>
    >;
  });

  it('is an object with unknown keys for Values', () => {
    const values = new schema.Values(User);
    const mixed = new schema.Values({ link: Link, post: Post }, 'type');
    type Results = [
      Expect<Equal<Denormalize<typeof values>, Record<string, User>>>,
      Expect<Equal<Denormalize<typeof mixed>, Record<string, Link | Post>>>,
    ];
  });

  it('is one of the entities of a Union', () => {
    const union = new schema.Union({ link: Link, post: Post }, 'type');
    type Result = Expect<Equal<Denormalize<typeof union>, Link | Post>>;
    // @ts-expect-error the attribute is missing
    new schema.Union({ link: Link, post: Post });
    // @ts-expect-error a Union has several types
    new schema.Union(User, 'type');
  });

  it('is undefined for an Invalidate', () => {
    const gone = new schema.Invalidate(User);
    type Result = Expect<Equal<Denormalize<typeof gone>, undefined>>;
    new schema.Invalidate({ link: Link, post: Post }, 'type');
    // @ts-expect-error the attribute is missing
    new schema.Invalidate({ link: Link, post: Post });
    // @ts-expect-error only entities leave the cache
    new schema.Invalidate([User]);
  });

  it('is what a deserializer returns', () => {
    const toDate = (iso: string) => new Date(iso);
    type Result = Expect<Equal<Denormalize<typeof toDate>, Date>>;
  });
});

describe('a static schema', () => {
  it('may refer to its own class', () => {
    class Person extends Entity {
      readonly id: number = 0;
      readonly friend: Person | undefined = undefined;
      readonly friends: readonly Person[] = [];
      static override readonly schema = { friend: Person, friends: [Person] };
    }
    const all = new schema.All(Person);
    type Result = Expect<Equal<Denormalize<typeof all>, Person[]>>;
    cache.set(Person, { id: 1, friend: 2, friends: [2, { id: 3, friend: 1 }] });
    // @ts-expect-error there is no such field, two references away
    cache.set(Person, { id: 1, friend: { id: 2, friend: { nmae: 'Ada' } } });
  });

  it('may be declared later, for classes that reference each other', () => {
    class Author extends Entity {
      readonly id: number = 0;
      readonly books: readonly Book[] = [];
      static override schema: { books: (typeof Book)[] };
    }
    class Book extends Entity {
      readonly id: number = 0;
      readonly author: Author | undefined = undefined;
      static override readonly schema = { author: Author };
    }
    Author.schema = { books: [Book] };
    const all = new schema.All(Author);
    type Result = Expect<Equal<Denormalize<typeof all>, Author[]>>;
    cache.set(Author, { id: 1, books: [5, { id: 6 }] });
  });

  it('may have a wide type, and then every entity is a relation', () => {
    class Wide extends Entity {
      readonly id: number = 0;
      readonly friend: User | undefined = undefined;
      static override readonly schema: Record<string, typeof User> = { friend: User };
    }
    cache.set(Wide, { id: 1, friend: 'a' });
  });
});

describe('an Entity', () => {
  it('may have a pk of several fields', () => {
    class Seat extends Entity {
      readonly row: number = 0;
      readonly letter: string = '';
      override pk() {
        return `${this.row}${this.letter}`;
      }
    }
    const pk: string = Seat.fromJS({ row: 5, letter: 'C' }).pk();
  });

  it('may override its lifecycle', () => {
    class Strict extends Entity {
      readonly id: number = 0;
      static override process(input: Readonly<Record<string, unknown>>) {
        return { ...input, seen: true };
      }
      static override validate(row: Readonly<Record<string, unknown>>) {
        return row['id'] === 0 ? 'zero is not an id' : undefined;
      }
      static override merge(
        existing: Readonly<Record<string, unknown>>,
        incoming: Readonly<Record<string, unknown>>,
      ) {
        return { ...incoming, ...existing };
      }
      static override shouldReorder() {
        return false;
      }
    }
    new schema.All(Strict);
  });

  it('is created by fromJS from some of its fields', () => {
    const user = User.fromJS({ name: 'Ada' });
    type Result = Expect<Equal<typeof user, User>>;
    // @ts-expect-error there is no such field
    User.fromJS({ nmae: 'Ada' });
    // @ts-expect-error it has another type
    User.fromJS({ name: 5 });
    // @ts-expect-error an abstract class makes no entities
    FeedItem.fromJS({});
  });
});

describe('ref', () => {
  class Team extends Entity {
    readonly id: number = 0;
    readonly lead: User | undefined = undefined;
    readonly members: readonly User[] = [];
    static override readonly schema = { lead: User, members: [User] };
  }

  it('returns a key, or all keys for an array', () => {
    const team = Team.fromJS({});
    const lead = ref(team, 'lead');
    const members = ref(team, 'members');
    type Results = [
      Expect<Equal<typeof lead, string | undefined>>,
      Expect<Equal<typeof members, string[] | undefined>>,
    ];
    // @ts-expect-error there is no such field
    ref(team, 'leader');
    // @ts-expect-error it is not an entity
    ref({ lead: 5 }, 'lead');
  });
});
