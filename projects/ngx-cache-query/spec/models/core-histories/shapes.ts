import type { Fields } from './library';

/** A schema, described independently of the library. */
export type Shape =
  | { readonly kind: 'one'; readonly of: ClassName }
  | { readonly kind: 'list'; readonly of: Shape }
  | { readonly kind: 'all'; readonly of: Shape }
  | { readonly kind: 'values'; readonly of: Shape }
  | { readonly kind: 'union'; readonly of: Readonly<Record<string, ClassName>> }
  | { readonly kind: 'fields'; readonly of: Readonly<Record<string, Shape>> }
  | { readonly kind: 'date' };

export type ClassName = 'Group' | 'User' | 'Card' | 'Post' | 'Cat' | 'Dog' | 'Tag' | 'Mark';
export type TableName = Exclude<ClassName, 'Card'>;
export type Key = number | string;

export const one = (of: ClassName): Shape => ({ kind: 'one', of });
export const list = (of: Shape): Shape => ({ kind: 'list', of });
export const all = (of: Shape): Shape => ({ kind: 'all', of });
export const values = (of: Shape): Shape => ({ kind: 'values', of });
export const fields = (of: Readonly<Record<string, Shape>>): Shape => ({ kind: 'fields', of });
export const pet: Shape = { kind: 'union', of: { cat: 'Cat', dog: 'Dog' } };
const date: Shape = { kind: 'date' };

/** The default of a field that contains an entity without data. */
export class EntityDefault {
  constructor(readonly of: ClassName) {}
}

export interface ClassShape {
  readonly table: TableName;
  readonly defaults: Fields;
  /** The declared fields, in the order of `static schema`. */
  readonly schema: Readonly<Record<string, Shape>>;
  /** The values of fields without a schema. */
  readonly data: Readonly<Record<string, readonly unknown[]>>;
}

const user = { name: '', age: 0, born: new Date(0), friend: null };

export const classShapes: Readonly<Record<ClassName, ClassShape>> = {
  Group: {
    table: 'Group',
    defaults: { id: 0, title: '', members: [], lead: null },
    schema: { members: list(one('User')), lead: one('User') },
    data: { title: ['', 'a', 'b', 'c'], extra: [1, 2] },
  },
  User: {
    table: 'User',
    defaults: { id: 0, ...user, group: new EntityDefault('Group') },
    schema: { friend: one('User'), born: date, group: one('Group') },
    data: { name: ['', 'x', 'y', 'z'], age: [0, 1, 2, 3, 4, 5] },
  },
  // A second class of the table of users. It declares one of the relations.
  Card: {
    table: 'User',
    defaults: { id: 0, name: '', group: null },
    schema: { group: one('Group') },
    data: { name: ['', 'x', 'y', 'z'], age: [0, 1, 2, 3] },
  },
  Post: {
    table: 'Post',
    defaults: {
      id: 0,
      title: '',
      done: false,
      rank: 0,
      list: 0,
      meta: null,
      author: new EntityDefault('User'),
      tags: [],
      pet: null,
      voters: {},
    },
    schema: { author: one('User'), tags: list(one('Group')), pet, voters: values(one('User')) },
    data: {
      title: ['p', 'q', 'r'],
      done: [true, false],
      rank: [0, 1, 2, 3, NaN, -0],
      list: [0, 1],
      meta: [null, { a: [0, { b: 0 }] }, { a: [0, { b: 1 }] }, [1], [1, null], 'text'],
    },
  },
  Cat: {
    table: 'Cat',
    defaults: { id: 0, kind: 'cat', name: '', seen: null, owner: null },
    schema: { owner: one('User'), seen: date },
    data: { name: ['', 'x', 'y'] },
  },
  Dog: {
    table: 'Dog',
    defaults: { id: 0, kind: 'dog', name: '', fellows: [], info: null },
    schema: { fellows: list(pet), info: fields({ vet: one('User') }) },
    data: { name: ['', 'x', 'y'] },
  },
  // A class without relations, and a class whose only relation is such a class.
  Tag: {
    table: 'Tag',
    defaults: { id: 0, title: '', rank: 0 },
    schema: {},
    data: { title: ['', 'a', 'b'], rank: [0, 1, 2] },
  },
  Mark: {
    table: 'Mark',
    defaults: { id: 0, title: '', tag: null },
    schema: { tag: one('Tag') },
    data: { title: ['', 'a', 'b'] },
  },
};

export const classNames = Object.keys(classShapes) as ClassName[];
export const tableNames: readonly TableName[] = [
  'Group',
  'User',
  'Post',
  'Cat',
  'Dog',
  'Tag',
  'Mark',
];

/** The classes that read the rows of a table. */
export const classesOf: Readonly<Record<TableName, readonly ClassName[]>> = {
  Group: ['Group'],
  User: ['User', 'Card'],
  Post: ['Post'],
  Cat: ['Cat'],
  Dog: ['Dog'],
  Tag: ['Tag'],
  Mark: ['Mark'],
};

/** `5` and `'5'` are the same key. */
export function canonical(key: unknown): Key {
  return typeof key === 'string' && String(Number(key)) === key ? Number(key) : (key as Key);
}

/** The classes of the entities that a shape contains. */
export function classesIn(shape: Shape): readonly ClassName[] {
  switch (shape.kind) {
    case 'one':
      return [shape.of];
    case 'union':
      return Object.values(shape.of);
    case 'list':
    case 'all':
    case 'values':
      return classesIn(shape.of);
    case 'fields':
      return Object.values(shape.of).flatMap(classesIn);
    default:
      return [];
  }
}
