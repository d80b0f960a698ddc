import type { EntityClass } from '../schema/entity';
import { type Plan, planOf } from '../schema/plan';
import { Journal } from './node';
import { Table } from './table';
import { TypeList } from './type-list';

/** The tables of a cache, and the lists of all entities of one or more classes. */
export class Tables {
  readonly journal = new Journal();
  /** The table of each class. */
  readonly all = new Map<Plan, Table>();
  #arrivals = 0;

  /** @param checkAgreement called for each further class of a table; throws if it declares a relation in another way */
  constructor(private readonly checkAgreement: (one: Plan, other: Plan) => void) {}

  /** Returns the table of a class. */
  of(plan: Plan): Table {
    let table = this.all.get(plan);
    if (table !== undefined) return table;
    let main: Table | undefined;
    for (const other of this.all.values()) {
      if (other.plan.identity !== plan.identity) continue;
      this.checkAgreement(other.plan, plan);
      main = other.main;
    }
    this.all.set(plan, (table = new Table(plan, this, main)));
    return table;
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
    const lists = [...this.all.values()].flatMap((table) => table.lists);
    return new Set(lists.filter((list) => list.isRegrouped));
  }

  /** Returns the next arrival number. */
  arrive(): number {
    return ++this.#arrivals;
  }
}
