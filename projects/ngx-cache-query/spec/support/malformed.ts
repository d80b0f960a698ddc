import { Entity, type SchemaLike, schema } from 'ngx-cache-query';
import { allUsers, feed, Link, Post, Todo, User } from './models';

/** An entity in which each kind of schema is nested in a field. */
export class Nest extends Entity {
  readonly id: string = '';
  readonly user: User | null = null;
  readonly users: readonly User[] = [];
  readonly array: readonly User[] = [];
  readonly all: readonly User[] = [];
  readonly feed: readonly (Link | Post)[] = [];
  readonly values: Readonly<Record<string, User>> = {};
  readonly object: { readonly user?: User } = {};
  readonly union: Link | Post | null = null;
  static override readonly schema = {
    user: User,
    users: [User],
    array: new schema.Array(User),
    all: allUsers,
    feed,
    values: new schema.Values(User),
    object: { user: User },
    union: new schema.Union({ link: Link, post: Post }, 'type'),
  };
}
export const mapping = { link: Link, post: Post };
const json = '{"id":"z"}';
const list = '[{"id":"z"}]';
const [shape, unparsed, primitive, pk] = ['NCQ1001', 'NCQ1002', 'NCQ1003', 'NCQ1004'];

export type Bad = [input: unknown, code: string, path: string, part: string];

/** Returns malformed values for an entity, each with its path. */
const badEntity = (at: string, name: string): Bad[] => [
  [null, shape, at, 'null'],
  [undefined, shape, at, 'undefined'],
  [[], shape, at, 'an array of length 0'],
  ['abc', primitive, at, '"abc"'],
  ['', primitive, at, '""'],
  [5, primitive, at, 'number 5'],
  [true, primitive, at, 'boolean true'],
  [json, unparsed, at, 'JSON'],
  [` ${list}`, unparsed, at, 'JSON'],
  [{}, pk, at, name],
  [{ name: 'Ada' }, pk, at, 'name'],
  ...[undefined, null, '', NaN, true, {}, []].map((id): Bad => [{ id, name: 'x' }, pk, at, name]),
];
/** Returns malformed values for an array of entities. */
const badArray = (at: string, name = 'User', wrap = (item: unknown) => item): Bad[] => [
  [null, shape, at, 'null'],
  [undefined, shape, at, 'undefined'],
  [{}, shape, at, 'an object with no fields'],
  [{ foo: { id: 'z' } }, shape, at, 'foo'],
  ['abc', shape, at, '"abc"'],
  [5, shape, at, 'number 5'],
  [false, shape, at, 'boolean false'],
  [list, unparsed, at, 'JSON'],
  [json, unparsed, at, 'JSON'],
  [[wrap({ id: 'z' }), 'abc'], primitive, `${at}[1]`, '"abc"'],
  [[null, 5], primitive, `${at}[1]`, 'number 5'],
  [[wrap({ id: 'z' }), null, json], unparsed, `${at}[2]`, 'JSON'],
  [[[{ id: 'z' }]], shape, `${at}[0]`, 'an array of length 1'],
  [[wrap({ id: 'z' }), wrap({})], pk, `${at}[1]`, name],
];
/** Returns malformed values for an object that maps keys to entities. */
const badValues = (at: string, wrap = (item: unknown) => item): Bad[] => {
  const dot = at === '' ? '' : `${at}.`;
  return [
    [null, shape, at, 'null'],
    [undefined, shape, at, 'undefined'],
    [[], shape, at, 'an array of length 0'],
    ['abc', shape, at, '"abc"'],
    [5, shape, at, 'number 5'],
    [json, unparsed, at, 'JSON'],
    [{ x: wrap({ id: 'z' }), y: 'abc' }, primitive, `${dot}y`, '"abc"'],
    [{ x: json }, unparsed, `${dot}x`, 'JSON'],
    [{ x: [] }, shape, `${dot}x`, 'an array of length 0'],
    [{ x: null, 'a key': wrap({}) }, pk, `${at}["a key"]`, 'pk()'],
  ];
};
const badFields = (at: string): Bad[] => {
  const dot = at === '' ? '' : `${at}.`;
  return [
    [null, shape, at, 'null'],
    [undefined, shape, at, 'undefined'],
    [[{ id: 'z' }], shape, at, 'an array of length 1'],
    ['abc', shape, at, '"abc"'],
    [5, shape, at, 'number 5'],
    [json, unparsed, at, 'JSON'],
    [{ user: 'abc' }, primitive, `${dot}user`, '"abc"'],
    [{ user: json }, unparsed, `${dot}user`, 'JSON'],
    [{ user: [] }, shape, `${dot}user`, 'an array of length 0'],
    [{ user: {} }, pk, `${dot}user`, 'User'],
    [{ users: {}, user: { id: 'z' } }, shape, `${dot}users`, 'no fields'],
    [{ user: { id: 'z' }, users: [{ id: 'y' }, {}] }, pk, `${dot}users[1]`, 'User'],
    [
      { deep: { deeper: [{ id: 1 }, { id: 2, userId: {} }] } },
      pk,
      `${dot}deep.deeper[1].userId`,
      'User',
    ],
  ];
};
const badPolymorphic = (at: string): Bad[] => [
  [null, shape, at, 'null'],
  [undefined, shape, at, 'undefined'],
  [[], shape, at, 'an array of length 0'],
  ['abc', primitive, at, 'link or post'],
  [5, primitive, at, 'number 5'],
  [json, unparsed, at, 'JSON'],
  [{ type: 'link' }, pk, at, 'Link'],
  [{ type: 'post', id: '' }, pk, at, 'Post'],
];
const asLink = (item: unknown) => ({ ...(item as object), type: 'link' });
const isKey = (input: unknown) => typeof input === 'string' || typeof input === 'number';
const isAbsent = (input: unknown) => (input as { readonly id?: unknown } | null)?.id === null;
/** Inside an entity, null and undefined are valid, and a key is valid instead of an entity. */
const inside = (field: string, bad: Bad[], keep: (bad: Bad) => boolean = () => true): Bad[] =>
  bad
    .filter(([input]) => input !== null && input !== undefined)
    .filter(keep)
    .map(([input, code, path, part]) => [{ id: 'n', [field]: input }, code, path, part]);
const holdsNoKey = ([input]: Bad) =>
  Array.isArray(input) ? !input.some(isKey) : !Object.values(input as object).some(isKey);

export const malformed: Record<string, [SchemaLike, Bad[]]> = {
  Entity: [User, badEntity('', 'User')],
  '[X]': [[User], badArray('')],
  'schema.Array': [new schema.Array(User), badArray('')],
  'schema.Array of several': [new schema.Array(mapping, 'type'), badArray('', 'Link', asLink)],
  'schema.All': [allUsers, badArray('')],
  'schema.All of several': [feed, badArray('', 'Link', asLink)],
  'schema.Values': [new schema.Values(User), badValues('')],
  'schema.Values of several': [new schema.Values(mapping, 'type'), badValues('', asLink)],
  'schema.Union': [new schema.Union(mapping, 'type'), badPolymorphic('')],
  '{}': [{ user: User, users: [User], deep: { deeper: [Todo] } }, badFields('')],
  'schema.Object': [
    new schema.Object({ user: User, users: [User], deep: { deeper: [Todo] } }),
    badFields(''),
  ],
  '[X] in an object': [
    { results: [User] },
    noNull(badArray('results')).map(([input, ...rest]): Bad => [{ results: input }, ...rest]),
  ],
  'schema.All in an object': [
    { results: allUsers },
    noNull(badArray('results')).map(([input, ...rest]): Bad => [{ results: input }, ...rest]),
  ],
  'lists in lists': [
    [[User]],
    [
      [[[{ id: 'z' }], { id: 'y' }], shape, '[1]', 'an object with id'],
      [[[{ id: 'z' }, {}]], pk, '[0][1]', 'User'],
    ],
  ],
  'schema.Invalidate': [
    new schema.Invalidate(User),
    [
      [null, shape, '', 'undefined'],
      [undefined, shape, '', 'undefined'],
      ['', shape, '', 'undefined'],
      [[], shape, '', 'an array of length 0'],
      [true, primitive, '', 'boolean true'],
      [NaN, primitive, '', 'NaN'],
      [json, unparsed, '', 'JSON'],
      [list, unparsed, '', 'JSON'],
      [{}, pk, '', 'User'],
      [{ name: 'Ada' }, pk, '', 'User'],
    ],
  ],
  'schema.Invalidate in a list': [
    { gone: [new schema.Invalidate(User)] },
    [
      [{ gone: ['a', true] }, primitive, 'gone[1]', 'true'],
      [{ gone: ['a', { name: 'x' }] }, pk, 'gone[1]', 'User'],
      [{ gone: 'a' }, shape, 'gone', '"a"'],
    ],
  ],
  'schema.Invalidate of several': [
    new schema.Invalidate(mapping, 'type'),
    [
      [5, primitive, '', 'link or post'],
      [[], shape, '', 'an array of length 0'],
      [json, unparsed, '', 'JSON'],
      [{ type: 'link' }, pk, '', 'Link'],
    ],
  ],
  'an entity in an entity': [
    Nest,
    inside('user', badEntity('user', 'User'), ([input]) => !isKey(input) && !isAbsent(input)),
  ],
  '[X] in an entity': [
    Nest,
    inside('users', badArray('users'), (bad) => isKey(bad[0]) || holdsNoKey(bad)),
  ],
  'schema.Array in an entity': [
    Nest,
    inside('array', badArray('array'), (bad) => isKey(bad[0]) || holdsNoKey(bad)),
  ],
  'schema.All in an entity': [
    Nest,
    inside('all', badArray('all'), (bad) => isKey(bad[0]) || holdsNoKey(bad)),
  ],
  'schema.All of several in an entity': [Nest, inside('feed', badArray('feed', 'Link', asLink))],
  'schema.Values in an entity': [
    Nest,
    inside('values', badValues('values'), (bad) => isKey(bad[0]) || holdsNoKey(bad)),
  ],
  'an object in an entity': [
    Nest,
    [
      [{ id: 'n', object: 'abc' }, shape, 'object', '"abc"'],
      [{ id: 'n', object: { user: true } }, primitive, 'object.user', 'true'],
      [{ id: 'n', object: { user: {} } }, pk, 'object.user', 'User'],
    ],
  ],
  'schema.Union in an entity': [Nest, inside('union', badPolymorphic('union'))],
};

function noNull(bad: Bad[]): Bad[] {
  return bad.filter(([input]) => input !== null && input !== undefined);
}
