import { type EntityName, isData } from './changes';
import type { Fields } from './library';
import { at, isContainer, sameItems } from './same-data';

interface Seen {
  readonly instance: object;
  /** The step in which the instance was last seen. */
  readonly step: number;
  /** Tells a row from a row with the same key that was deleted. */
  readonly arrival: number;
  /** The stored fields in the model. They keep the references of equal data. */
  readonly stored: Fields;
}

/** Remembers what a cache has shown, to check that unchanged data keeps its references and shown values never change. */
export class Memory {
  /** The entities whose references may change, because a batch that threw read them. */
  readonly loose = new Set<EntityName>();
  step = 0;
  /** Whether the current step has at most one commit, and nothing was read inside of it. */
  isDirect = true;
  readonly #content = new WeakMap<object, readonly unknown[]>();
  #entities = new Map<EntityName, Seen>();
  #results = new Map<string, { readonly value: unknown; readonly step: number }>();

  /** Whether an entity is the instance that was seen before, and did not change since then. */
  isSame(name: EntityName, instance: object, changedAt: number): boolean {
    const last = this.#entities.get(name);
    return last !== undefined && last.instance === instance && changedAt <= last.step;
  }

  /** Records the value of an entity. `changed` contains the last steps that changed it or what it contains. */
  entity(
    name: EntityName,
    seen: Seen,
    changed: { readonly last: number; readonly before: number },
  ): string | undefined {
    const { instance } = seen;
    const last = this.#entities.get(name);
    this.#entities.set(name, seen);
    const problem = this.unchanged(instance);
    if (problem !== undefined) return `${name}: ${problem}`;
    if (last === undefined || last.instance === instance || this.loose.has(name)) return undefined;
    if (changed.last <= last.step) return `R8: ${name} has a new reference, but did not change`;
    const changedBefore = changed.last < this.step ? changed.last : changed.before;
    if (last.arrival !== seen.arrival || !this.#isNext(last.step, changedBefore)) return undefined;
    for (const [field, value] of Object.entries(instance)) {
      if (isData(name, field) && last.stored[field] !== seen.stored[field]) continue;
      const problem = recycledProblem(at(last.instance, field), value);
      if (problem !== undefined) return `R8: ${name}.${field}: ${problem}`;
    }
    return undefined;
  }

  /** Records the result of a read. */
  result(name: string, value: unknown): string | undefined {
    const last = this.#results.get(name);
    this.#results.set(name, { value, step: this.step });
    if (last === undefined || !this.#isNext(last.step)) return undefined;
    const problem = recycledProblem(last.value, value, name.startsWith('endpoint'));
    return problem === undefined ? undefined : `R8: ${name}: ${problem}`;
  }

  /** Checks that an object has the content that it had when it was first seen. */
  unchanged(object: object): string | undefined {
    const values =
      object instanceof Map ? [...object.values()] : (Object.values(object) as unknown[]);
    const content = this.#content.get(object);
    if (content === undefined) this.#content.set(object, values);
    else if (!sameItems(content, values)) return 'an object that was shown before has changed';
    return undefined;
  }

  /** Forgets everything that is not used. */
  sweep(): void {
    this.#entities = new Map();
    this.#results = new Map();
  }

  /** Whether nothing that changed could be computed between the last time and the current step. */
  #isNext(last: number, changedBefore = this.step - 1): boolean {
    return this.isDirect && this.loose.size === 0 && last >= changedBefore;
  }
}

/** Returns a text if a new container has the items of the last one at any depth, but is not the same. */
function recycledProblem(last: unknown, value: unknown, isDeep = true): string | undefined {
  if (last instanceof Date && value instanceof Date) {
    return last !== value && +last === +value ? 'a new Date for the same value' : undefined;
  }
  if (last === value || !isContainer(last) || !isContainer(value)) return undefined;
  if (sameItems(last, value)) return 'a new reference for the same items';
  if (Array.isArray(value) || !isDeep) return undefined;
  for (const [name, each] of Object.entries(value)) {
    const problem = recycledProblem(at(last, name), each);
    if (problem !== undefined) return `${name}: ${problem}`;
  }
  return undefined;
}
