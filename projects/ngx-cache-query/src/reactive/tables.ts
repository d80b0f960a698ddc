import type { EntityClass } from '../schema/schema';
import { type Plan, planOf } from '../schema/plan';
import { checkAgreement } from '../schema/schema-shape';
import { Journal, use } from './node';
import type { Row } from './row';
import { StoredReader } from './stored';
import { Table } from './table';
import { TypeList } from './type-list';
import { WriteOrder } from './write-order';

declare const ngDevMode: unknown;

/** The tables of a cache, and the lists of all entities of one or more classes. */
export class Tables {
  readonly order = new WriteOrder();
  /** Reads stored values for the active node. */
  readonly reader = new StoredReader(this, use);
  /** The tables of all classes. */
  readonly all: Table[] = [];
  /** The rows that pending changes touch, which stay as they are, with what lies under the changes. */
  readonly held = new Map<Row, unknown>();
  /** The tables whose rows follow the writes of other rows. */
  readonly followers: Table[] = [];
  /** The tables by the numbers of their plans. */
  readonly #byPlan: (Table | undefined)[] = [];
  /** Called when a table was created that no other one shows. */
  created: ((table: Table) => void) | undefined;
  /** The last arrival number. */
  arrivals = 0;

  /** @param journal shares its rounds with the caches above and below */
  constructor(readonly journal = new Journal()) {}

  /** Returns the table of a plan. */
  of(plan: Plan): Table {
    return this.#byPlan[plan.number] ?? this.#create(plan);
  }

  /** Returns the table of a class. */
  for(type: EntityClass): Table {
    return this.of(planOf(type));
  }

  #create(plan: Plan): Table {
    let main: Table | undefined;
    for (const other of this.all) {
      if (other.plan.identity !== plan.identity) continue;
      if (typeof ngDevMode === 'undefined' || ngDevMode) checkAgreement(other.plan, plan);
      main = other.main;
    }
    const table = (this.#byPlan[plan.number] = new Table(plan, this, main));
    this.all.push(table);
    if (plan.follow) this.followers.push(table);
    if (!main) this.created?.(table);
    return table;
  }

  /** Drops the table of a class that mirrors another one, unless one of its rows is in use. Only in dev mode. */
  dropMirror(table: Table): void {
    if (typeof ngDevMode !== 'undefined' && !ngDevMode) return;
    const { main, plan, index } = table;
    // A sweep that was interrupted may have dropped it already.
    if (main === table || this.#byPlan[plan.number] !== table) return;
    if ([...index.values()].some((row) => typeof row === 'object')) return;
    main.mirrors.splice(main.mirrors.indexOf(table), 1);
    this.all.splice(this.all.indexOf(table), 1);
    this.#byPlan[plan.number] = undefined;
  }

  /** Returns the list of all entities of one or more classes. */
  list(types: readonly EntityClass[]): TypeList {
    const plans = types.map(planOf);
    const [first] = plans;
    const table = this.of(first);
    const known = table.lists.find(
      (list) =>
        list.plans.length === plans.length && list.plans.every((plan, i) => plan === plans[i]),
    );
    return known ?? new TypeList(plans, this);
  }

  /** Returns the lists that have gained or lost rows since they were read. */
  grown(): ReadonlySet<TypeList> {
    const lists = this.all.flatMap((table) => table.lists);
    return new Set(lists.filter((list) => list.isRegrouped));
  }

  /** Lets go of everything, because the cache has ended. */
  end(): void {
    this.all.length = this.followers.length = this.#byPlan.length = 0;
    this.held.clear();
  }

  /** Returns the next arrival number. */
  arrive(): number {
    return ++this.arrivals;
  }
}
