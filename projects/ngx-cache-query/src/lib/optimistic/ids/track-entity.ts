import type { Entity } from '../../schema/entity/entity';
import { planOf } from '../../schema/entity/entity-plan';
import { canonicalPk, type Pk } from '../../schema/entity/pk';
import type { EntityClass } from '../../schema/schema';
import { isTemporaryId } from './temporary-ids';

/** The temporary ids that entities had before the server's. */
const temporaryIds = new WeakMap<Entity, Pk>();

/** Notes the temporary id that an entity had. */
export function noteTemporaryId(entity: Entity, temporary: Pk): void {
  temporaryIds.set(entity, temporary);
}

/**
 * What tells an entity apart from all others in a template, for `@for (… ; track trackEntity(todo))`: the
 * same when it changes, also when the server's id takes the place of a temporary one, so that its DOM
 * nodes stay.
 *
 * @param entity an entity of any class
 *
 * @example
 * ```ts
 * @Component({
 *   selector: 'app-todos',
 *   template: `
 *     @for (todo of todos(); track trackEntity(todo)) {
 *       <p>{{ todo.title }}</p>
 *     }
 *   `,
 * })
 * class TodosPage {
 *   protected readonly todos = inject(CacheService).selectSignal(new schema.All(Todo));
 *   protected readonly trackEntity = trackEntity;
 * }
 * ```
 */
export function trackEntity(entity: Entity): string {
  const pk = temporaryIds.get(entity) ?? canonicalPk(entity.pk());
  return `${planOf(entity.constructor as EntityClass).name} ${pk}`;
}

/**
 * Whether an entity was created here and has no id of the server yet. What is sent for it waits until it
 * has; links to it can be left out meanwhile.
 */
export function isTemporary(entity: Entity): boolean {
  return isTemporaryId(entity.pk());
}
