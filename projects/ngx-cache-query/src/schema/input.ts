import type { Fields } from '../util/plain-data';
import type { Pk } from './pk';
import type { Plan } from './plan';

/** An operation on one row. Operations are a linked list, because a long array would be copied while it grows. */
export class Operation {
  next: Operation | undefined = undefined;

  /**
   * @param row the fields to merge; `undefined` deletes the row
   * @param isOwn whether `row` is a copy. Otherwise it is the input, and contains no objects
   */
  constructor(
    readonly plan: Plan,
    public pk: Pk,
    public row: Fields | undefined,
    readonly isOwn: boolean,
  ) {}
}

export function operationsOf({ first }: Input): Operation[] {
  const all: Operation[] = [];
  for (let next = first; next !== undefined; next = next.next) all.push(next);
  return all;
}

/** Notes that an operation changes arguments of lists. */
export function noteMoving(input: Input, operation: Operation, names: Iterable<string>): void {
  const moving = (input.moving ??= new Map<Operation, Set<string>>());
  moving.set(operation, new Set([...(moving.get(operation) ?? []), ...names]));
}

/** Leaves only some of the operations of an input, in their order. */
export function keepOperations(input: Input, kept: readonly Operation[]): void {
  kept.forEach((each, i) => (each.next = kept[i + 1]));
  input.first = kept[0];
  input.last = kept.at(-1);
}

/**
 * What was read from a value, before it is written: the operations on rows, in the order in which they occur, and what
 * else follows from it.
 */
export class Input {
  first: Operation | undefined;
  last: Operation | undefined;
  /** The classes of the rows. */
  readonly plans = new Set<Plan>();
  /** Whether one of the classes decides itself how rows are merged. */
  decides = false;
  /** The types of which the input contains a list, even an empty one. */
  readonly listed = new Set<Plan>();
  /** Decides which operations are skipped, when the input is written to a store. */
  decide: ((store: never) => void) | undefined;
  /** What else happens when the input is written, such as a change of lists. */
  readonly effects: unknown[] = [];
  /** Whether the input is an optimistic response. */
  isExpected: boolean | undefined;
  /** The keys of the entities by their paths, if the input is the response to a mutation. */
  keys: Map<string, Pk> | undefined;
  /** The operations whose rows were written by newer requests already, although their answers arrived earlier. */
  late: Set<Operation> | undefined;
  /** The operations that change arguments of lists, with the names of these. */
  moving: Map<Operation, Set<string>> | undefined;
  /** The operations that create no rows. */
  optional: Set<Operation> | undefined;
  /** What was known of the last entity when the mutation was sent. Another response may have brought its change since. */
  before: Fields | undefined;
  /** The operations that create rows, if the input is the response to one of several mutations in flight. */
  creating: Set<Operation> | undefined;
  /** The own mutation that the input is a message about. It knows which responses already contain what it has done. */
  echoOf: { isIn(response: object): boolean } | undefined;

  /**
   * @param source the name of the endpoint or method for error messages, such as `GET /users` or `set(User)`
   * @param args the arguments of the endpoint
   * @param isMutation whether the input is the response to a mutation
   */
  constructor(
    readonly source: string,
    readonly args: readonly unknown[] = [],
    readonly isMutation?: boolean,
  ) {}

  /** Adds an {@link Operation}. */
  put(plan: Plan, pk: Pk, row: Fields | undefined, isOwn = true): Pk {
    const { last } = this;
    const operation = new Operation(plan, pk, row, isOwn);
    if (last === undefined) this.first = operation;
    else last.next = operation;
    if (last?.plan !== plan) {
      this.plans.add(plan);
      this.decides ||= plan.decides;
    }
    this.last = operation;
    return pk;
  }
}
