import { namedKey, namedKeys } from '../reactive/named-keys';
import { pure } from '../reactive/node';
import type { Results } from '../reactive/results';
import type { Entity } from '../schema/entity';
import { Input } from '../schema/input';
import { Normalizer } from '../schema/normalizer';
import type { Pk } from '../schema/pk';
import { isEntityClass, planOf } from '../schema/plan';
import { isSchemaNode, type EntityClass, type SchemaLike } from '../schema/schema';
import type { Store } from '../store/store';
import { type Fields, isPlain } from '../util/plain-data';
import { notWritable, pkChanged } from '../schema/write-errors';

declare const ngDevMode: unknown;

/** Returns the name of a write for error messages, such as `set(User)`. */
export function sourceOf(method: string, schema: SchemaLike): string {
  return `${method}(${isEntityClass(schema) ? planOf(schema).name : 'schema'})`;
}

/** The writes of a cache: each converts its arguments into operations on rows. */
export class Writes {
  constructor(
    readonly store: Store,
    readonly results: Results,
  ) {}

  /**
   * Converts a value into an input.
   *
   * @throws CacheError NCQ4003 if `schema` is not a schema
   */
  read(schema: SchemaLike, value: unknown, source: string, args: readonly unknown[] = []): Input {
    if (
      !isEntityClass(schema) &&
      !isSchemaNode(schema) &&
      !Array.isArray(schema) &&
      !isPlain(schema)
    ) {
      const dev = typeof ngDevMode === 'undefined' || !!ngDevMode;
      throw notWritable(source, dev && 'an Entity class or a schema', schema);
    }
    const input = new Normalizer(source, args);
    pure(() => input.begin(schema, value));
    return input;
  }

  /** Writes the fields that an updater returns for an entity. Does nothing if the entity is not in the cache. */
  update(
    type: EntityClass,
    key: unknown,
    updater: (entity: Entity) => Fields,
    source: string,
  ): void {
    const pk = namedKey(type, key, source);
    const entity = this.results.entity(type, pk);
    if (entity === undefined) return;
    const fields = pure(() => updater(entity));
    const record = this.store.tables.for(type).record(pk);
    const input = new Normalizer(source);
    input.existing = record;
    const written = pure(() => input.begin(type, fields));
    const { index } = this.store.tables.for(type).main;
    // A created entity also has a temporary id.
    const isSame = written === pk || index.get(written as Pk) === index.get(pk);
    if (!isSame) throw pkChanged(source, pk, written);
    this.store.write(input);
  }

  /**
   * Deletes entities.
   *
   * @param removing called in the same commit with the keys
   * @throws CacheError NCQ4003 if `type` is not an Entity class, or if the key is missing
   */
  delete(type: EntityClass, keyOrTest: unknown, removing: (pks: ReadonlySet<Pk>) => void): void {
    if (!isEntityClass(type)) {
      const dev = typeof ngDevMode === 'undefined' || !!ngDevMode;
      throw notWritable('delete', dev && 'an Entity class', type);
    }
    const { store } = this;
    const input = new Input(sourceOf('delete', type));
    const pks = new Set(namedKeys(store.tables, type, keyOrTest, input.source));
    for (const pk of pks) input.put(planOf(type), pk, undefined);
    store.batch(() => {
      removing(pks);
      store.write(input);
    });
  }
}
