import type { EntityClass } from 'ngx-cache-query';
import type { Sink } from './row';

/** Where the rows of a view come from, for steps that need more than those of its list. */
export interface LiveSources {
  /** Feeds all entities of the classes to `sink`, now and as they change. */
  add(types: readonly EntityClass[], sink: Pick<Sink, 'change'>): void;
}
