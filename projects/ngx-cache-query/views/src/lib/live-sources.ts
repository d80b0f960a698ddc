import type { EntityClass } from 'ngx-cache-query';
import type { Sink } from './row';

/** Adds sources to a view, for steps that need rows outside the list of the view. */
export interface LiveSources {
  /** Passes all entities of `types` to `sink`. Afterwards, passes each change to one of these entities to `sink`. */
  add(types: readonly EntityClass[], sink: Pick<Sink, 'change'>): void;
}
