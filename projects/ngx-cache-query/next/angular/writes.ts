import { pure } from '../reactive/node';
import type { Results } from '../reactive/results';
import type { Entity, EntityClass, SchemaLike } from '../schema/entity';
import { Normalizer } from '../schema/normalizer';
import { type Pk, pkOf } from '../schema/pk';
import { isEntityClass, planOf } from '../schema/plan';
import { isSchemaNode } from '../schema/schema';
import { type Endpoint, FETCH } from '../requests/endpoint';
import type { Store } from '../store/store';
import { type Fields, isPlain } from '../util/plain-data';
import { noKey, notWritable, pkChanged } from './write-errors';

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
   * Writes a value as if it were a response with this schema.
   *
   * @throws CacheError NCQ4003 if `schema` is not a schema
   */
  set(schema: SchemaLike, value: unknown, source: string, args: readonly unknown[] = []): void {
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
    this.store.write(input);
  }

  /** Writes the fields that an updater returns for an entity. Does nothing if the entity is not in the cache. */
  update(
    type: EntityClass,
    key: unknown,
    updater: (entity: Entity) => Fields,
    source: string,
  ): void {
    const pk = pkFrom(source, type, key);
    const entity = this.results.entity(type, pk);
    if (entity === undefined) return;
    const fields = pure(() => updater(entity));
    const record = this.store.tables.of(planOf(type)).record(pk);
    const input = new Normalizer(source, [], false, record);
    const written = pure(() => input.begin(type, fields));
    if (written !== pk) throw pkChanged(source, pk, written);
    this.store.write(input);
  }

  /**
   * Deletes entities.
   *
   * @throws CacheError NCQ4003 if `type` is not an Entity class, or if the key is missing
   */
  delete(type: EntityClass, keyOrTest: unknown): void {
    if (!isEntityClass(type)) {
      const dev = typeof ngDevMode === 'undefined' || !!ngDevMode;
      throw notWritable('delete', dev && 'an Entity class', type);
    }
    const { store } = this;
    const input = new Normalizer(sourceOf('delete', type));
    store.tables.deletions++;
    for (const pk of this.#keys(type, keyOrTest, input.source)) {
      input.put(planOf(type), pk, undefined);
    }
    store.write(input);
  }

  /**
   * Drops the responses of an endpoint.
   *
   * @param args the arguments of one response; none for all responses
   * @throws CacheError NCQ4003 if `endpoint` is not an endpoint
   */
  reset(endpoint: unknown, args: readonly unknown[]): void {
    if (!(endpoint instanceof Object && FETCH in endpoint)) {
      const dev = typeof ngDevMode === 'undefined' || !!ngDevMode;
      throw notWritable('reset', dev && 'an endpoint, or no argument', endpoint);
    }
    const target = endpoint as unknown as Endpoint<readonly unknown[], SchemaLike>;
    this.delete(target.responses, args.length > 0 ? target.key(...args) : () => true);
  }

  #keys(type: EntityClass, keyOrTest: unknown, source: string): Pk[] {
    if (typeof keyOrTest !== 'function') return [pkFrom(source, type, keyOrTest)];
    const test = keyOrTest as (entity: Entity) => boolean;
    const rows = [...this.store.tables.of(planOf(type)).all()];
    return pure(() => rows.filter((row) => test(row.read()!)).map(({ pk }) => pk));
  }
}

function pkFrom(source: string, type: EntityClass, key: unknown): Pk {
  const pk = pkOf(type, key);
  if (pk === undefined) throw noKey(source, key);
  return pk;
}
