import type { EntityClass } from 'ngx-cache-query';
import type { Sink } from './row';

/** Adds sources to a view, for steps that need other rows than those of its list. */
export interface LiveSources {
  /** Passes all entities of the classes to `sink`, and then their changes. */
  add(types: readonly EntityClass[], sink: Pick<Sink, 'change'>): void;
}
