import type { AnyEndpoint } from '../requests/endpoint';
import type { CommitHook } from '../store/commit-hook';

/** Collects the endpoints that a cache has used. Restored responses are matched to these endpoints by name. */
export class UsedEndpoints implements CommitHook {
  readonly #byName = new Map<string, Set<AnyEndpoint>>();

  /** Returns the endpoints with the given name. */
  named(name: string): ReadonlySet<AnyEndpoint> {
    return this.#byName.get(name) ?? NONE;
  }

  /** @see CommitHook */
  usesEndpoint(endpoint: object): void {
    const { original } = endpoint as AnyEndpoint;
    const endpoints = this.#byName.get(original.name);
    if (endpoints === undefined) this.#byName.set(original.name, new Set([original]));
    else endpoints.add(original);
  }
}

const NONE: ReadonlySet<AnyEndpoint> = new Set();
