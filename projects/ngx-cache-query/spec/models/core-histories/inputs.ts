import { BAD_DATE } from './classes';
import type { Fields } from './library';
import type { Random } from './random';
import { type ClassName, classShapes, type Shape } from './shapes';

/** The number of keys of each class. Histories with long lists have more of them. */
export interface Sizes {
  readonly keys: Readonly<Record<ClassName, number>>;
  /** The length of a long list, or 0. */
  readonly long: number;
}

export function sizesOf(random: Random): Sizes {
  const long = random.chance(0.4) ? 33 + random.int(8) : 0;
  const many = long > 0 ? long + 3 : 8;
  return {
    long,
    keys: { Group: 6, User: many, Card: many, Post: many, Cat: 5, Dog: 5, Tag: 5, Mark: 5 },
  };
}

/** Creates random inputs. An input is valid, unless {@link broken} changes it. */
export class Inputs {
  constructor(
    private readonly random: Random,
    readonly sizes: Sizes,
  ) {}

  /** Returns a key. It can be the key of a missing entity. `5` and `'5'` are the same key. */
  key(name: ClassName): number | string {
    const { random } = this;
    const key = 1 + random.int(this.sizes.keys[name] + (random.chance(0.1) ? 1 : 0));
    return key === 5 && random.chance(0.5) ? '5' : key;
  }

  row(name: ClassName, depth = 0): Fields {
    const { random } = this;
    const { data, schema } = classShapes[name];
    const row: Fields = { id: this.key(name) };
    if (random.chance(0.08)) return row;
    if (name === 'Cat' || name === 'Dog') row['kind'] = name.toLowerCase();
    for (const [field, values] of Object.entries(data)) {
      if (random.chance(0.5)) row[field] = structuredClone(random.pick(values));
    }
    const some = depth === 0 ? 0.4 : 0.25;
    for (const [field, shape] of Object.entries(schema)) {
      if (random.chance(some))
        row[field] = random.chance(0.12) ? null : this.value(shape, depth + 1);
    }
    return row;
  }

  /** Returns a value for a schema. Inside an entity (`depth > 0`), relations can be keys. */
  value(shape: Shape, depth = 0): unknown {
    const { random } = this;
    switch (shape.kind) {
      case 'one':
        return depth > 0 && random.chance(depth > 2 ? 1 : 0.5)
          ? this.key(shape.of)
          : this.row(shape.of, depth);
      case 'union': {
        if (random.chance(0.08)) return { kind: 'fish', id: random.int(3) };
        const [kind, name] = random.pick(Object.entries(shape.of));
        return { ...this.row(name, depth), kind };
      }
      case 'list':
      case 'all':
        return this.items(shape.of, depth);
      case 'values':
        return Object.fromEntries(
          random.times(random.int(3), () => [
            random.pick(['a', 'b', '5']),
            random.chance(0.1) ? null : this.value(shape.of, depth),
          ]),
        );
      case 'fields': {
        const note = random.chance(0.5) ? { total: random.int(3) } : {};
        const some = Object.entries(shape.of).filter(() => random.chance(0.8));
        return {
          ...note,
          ...Object.fromEntries(some.map(([name, part]) => [name, this.value(part, depth)])),
        };
      }
      case 'date':
        return new Date(1000 + random.int(3) * 1000).toISOString();
    }
  }

  items(shape: Shape, depth = 0): unknown[] {
    const { random } = this;
    const { long } = this.sizes;
    const mayBeLong = shape.kind === 'one' && long > 0 && this.sizes.keys[shape.of] > long;
    const isLong = mayBeLong && random.chance(depth > 0 ? 0.15 : 0.3);
    const items = random.times(isLong ? long : random.int(5), (i) => {
      if (random.chance(0.04)) return null;
      // Rows of long lists have few fields, and their keys overlap with those of other lists.
      if (isLong && depth > 0) return 1 + ((i * 7) % this.sizes.keys[shape.of]);
      return isLong ? this.#short(shape.of, i) : this.value(shape, depth);
    });
    return isLong && random.chance(0.3) ? items.reverse() : items;
  }

  #short(name: ClassName, i: number): Fields {
    const { random } = this;
    if (random.chance(0.1)) return this.row(name, 2);
    const { data } = classShapes[name];
    const [field, values] = random.pick(Object.entries(data));
    return {
      id: random.chance(0.9) ? i + 1 : this.key(name),
      [field]: structuredClone(random.pick(values)),
    };
  }
}

/** Malformed values in place of an entity, with the codes of the errors. */
const malformed: readonly (readonly [make: () => unknown, code: string])[] = [
  [() => true, 'NCQ1003'],
  [() => [], 'NCQ1001'],
  [() => ({ name: 'no id' }), 'NCQ1004'],
  [() => ({ id: NaN }), 'NCQ1004'],
  [() => ({ id: '', title: 'x' }), 'NCQ1004'],
];

/** A malformed input, with the error that it causes. */
export interface Broken {
  readonly input: unknown[];
  readonly code: string;
  /** Undefined if the error has no path. */
  readonly path: string | undefined;
}

/**
 * Puts a malformed value into the middle of a list of valid posts.
 *
 * @param mayBeOlder whether the posts are older than the cache, so that some fields may be ignored
 */
export function broken(random: Random, items: unknown[], mayBeOlder = false): Broken {
  const place = random.int(items.length + 1);
  const [make, code] = random.pick(malformed);
  const bad = make();
  const place$ = `[${place}]`;
  const [item, path, error] = random.weighted<readonly [unknown, string | undefined, string]>([
    [2, () => (code === 'NCQ1003' ? ['nonsense', place$, code] : [bad, place$, code])],
    [2, () => [{ id: 2, author: bad }, `${place$}.author`, code]],
    [2, () => [{ id: 2, tags: [{ id: 1 }, null, bad] }, `${place$}.tags[2]`, code]],
    [
      1,
      () => [
        { id: 2, author: { id: 3, group: { id: 4, lead: bad } } },
        `${place$}.author.group.lead`,
        code,
      ],
    ],
    [1, () => [{ id: 2, tags: { id: 1 } }, `${place$}.tags`, 'NCQ1001']],
    [
      mayBeOlder ? 0 : 1,
      () => [{ id: 2, author: { id: 3, born: BAD_DATE } }, undefined, 'NCQ1012'],
    ],
  ]);
  return { input: [...items.slice(0, place), item, ...items.slice(place)], path, code: error };
}
