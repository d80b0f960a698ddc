import type { EntityClass } from 'ngx-cache-query';
import type { Sink } from './row';

/** Adds sources to a view, for steps that need rows outside the list of the view. */
export interface LiveSources {
  /** Passes all entities of `types` to `sink`. Afterwards, notifies `sink` of each change to these entities. */
  add(types: readonly EntityClass[], sink: Pick<Sink, 'change'>): void;
}
