import { pure } from '../reactive/node';
import { type Entity, recordOf, setRecord } from '../schema/entity';
import type { Denormalizer, SchemaNode } from '../schema/schema';
import { misfit, missingPk, notAnEntity, show } from '../schema/misfit';
import type { Normalizer } from '../schema/normalizer';
import { canonicalPk, keyOf, type Pk } from '../schema/pk';
import { planOf } from '../schema/plan';
import { type Fields, freezeData, isPlain, isRow, ownField, setField } from '../util/plain-data';
import { ENTITY, type Lens, type LensValues } from './lens-values';

declare const ngDevMode: unknown;

/** The key and the values of an entity. The values are `undefined` if the entity is deleted. */
interface Item {
  readonly pk: Pk | undefined;
  readonly values: Fields | undefined;
}

/** The schema of a response for one lens. */
export class LensSchema<E extends Entity> implements SchemaNode<E> {
  /** @internal */
  readonly values: LensValues;
  /** @internal Returns the lens for the first argument of an endpoint or a read. */
  readonly lens: (params: object) => Lens | undefined;
  readonly #isColumns: boolean;

  /** @internal */
  constructor(values: LensValues, lens: (params: object) => Lens | undefined, isColumns = false) {
    this.values = values;
    this.lens = lens;
    this.#isColumns = isColumns;
  }

  /** The schema of items with only a key and the fields that depend on the lens. They create no entities. */
  get columns(): SchemaNode<E> {
    return new LensSchema<E>(this.values, this.lens, true);
  }

  /** @internal The class whose fields have a value for each lens. */
  get lensOf(): LensValues['type'] {
    return this.values.type;
  }

  /** @internal */
  normalize(input: unknown, parent: unknown, key: string | undefined, walk: Normalizer): unknown {
    const of = this.values;
    const params = walk.args[0] ?? {};
    const lens = this.lens(params);
    if (lens === undefined) throw missingLens(walk, planOf(of.type).name, params);
    const { pk, values } = this.#isColumns
      ? this.#columnsIn(input, parent, key, walk)
      : this.#entityIn(input, parent, key, walk);
    if (pk === undefined) return undefined;
    const place = of.keyOf(pk, lens);
    if (values) walk.put(planOf(of.rows), place, of.rowOf(pk, lens, values));
    return place;
  }

  /** @internal */
  markListed(walk: Normalizer): void {
    if (!this.#isColumns) walk.list(this.values.type);
  }

  denormalize(stored: unknown, read: Denormalizer): E {
    const of = this.values;
    const values = typeof stored === 'string' ? read.entity(of.rows, stored) : undefined;
    return (values && viewOf(of, values, read)) as E;
  }

  /** Normalizes an entity. Moves the fields that depend on the lens out of the row of the entity. */
  #entityIn(input: unknown, parent: unknown, key: string | undefined, walk: Normalizer): Item {
    const before = walk.last;
    const pk = walk.entity(this.values.type, input, parent, key);
    const operation = walk.last; // An entity comes after those inside it.
    if (operation === undefined || operation === before) return { pk, values: {} };
    if (!operation.row) return { pk, values: undefined };
    const { values, others } = this.values.split(operation.row);
    operation.row = others;
    return { pk, values };
  }

  #columnsIn(input: unknown, parent: unknown, key: string | undefined, walk: Normalizer): Item {
    const of = this.values;
    const plan = planOf(of.type);
    if (!isRow(input)) throw notAnEntity(walk, plan, input);
    const own = canonicalPk(keyOf(plan, input, parent, key, walk.args));
    const pk = own ?? (isPlain(parent) ? canonicalPk(key) : undefined);
    if (pk === undefined) throw missingPk(walk, plan, input, pk);
    return { pk, values: of.split(input).values };
  }
}

/**
 * The entities through a lens, by the instances of the value rows. None becomes outdated, because a change of the
 * values or of the entity makes another instance of the value row.
 */
const views = new WeakMap<Entity, Entity>();

/** Returns an entity with the values of a value row; `undefined` if the entity is not in the cache. */
export function viewOf(of: LensValues, values: Entity, read: Denormalizer): Entity | undefined {
  const known = views.get(values);
  if (known !== undefined) return known;
  const stored = recordOf(values)!;
  // Everything that is read here depends on the value row: a relation of the row itself may not be set yet.
  return pure(() => {
    const entity = read.entity(of.type, stored[ENTITY] as string);
    const record = entity && recordOf(entity);
    if (!record) return undefined;
    const names = of.fields.filter((name) => Object.hasOwn(stored, name));
    if (names.length === 0) return entity;
    const plan = planOf(of.type);
    const { schema } = plan.type;
    const view = plan.make(record);
    views.set(values, view); // Before the relations, which may lead to this view.
    setRecord(view, record);
    const fill = (name: string, from: Fields, shown: Entity) => {
      if (plan.members.has(name)) return;
      const last = (shown as unknown as Fields)[name];
      const raw = ownField(from, name);
      const value = Object.hasOwn(schema, name) ? read.value(schema[name], raw, last) : raw;
      if (typeof ngDevMode === 'undefined' || ngDevMode) freezeData(value);
      setField(view, name, value === undefined ? plan.defaults[name] : value);
    };
    for (const name of Object.keys(schema)) if (!names.includes(name)) fill(name, record, entity);
    for (const name of names) fill(name, stored, values);
    if (typeof ngDevMode === 'undefined' || ngDevMode) Object.freeze(view);
    return view;
  });
}

/** Error NCQ1013. */
function missingLens(walk: Normalizer, name: string, params: unknown): Error {
  return misfit(
    walk,
    'NCQ1013',
    (typeof ngDevMode === 'undefined' || !!ngDevMode) &&
      `the values of Scalar(${name}, …) have no lens: the lens function returned undefined for ${show(params)}. When ` +
        `you request the values, pass the argument that the lens function reads. For set and connect, name the lens in ` +
        `the schema: scalar.at({ … }).`,
  );
}
