import type { Entity } from '../../schema/entity/entity';
import { planOf } from '../../schema/entity/entity-plan';
import { canonicalPk, type Pk } from '../../schema/entity/pk';
import type { EntityClass } from '../../schema/schema';
import { isTemporaryId } from './temporary-ids';

/** Maps entities to the temporary ids that they had before they received a server id. */
const temporaryIds = new WeakMap<Entity, Pk>();

/** Records the temporary id that an entity had before it received a server id. */
export function noteTemporaryId(entity: Entity, temporary: Pk): void {
  temporaryIds.set(entity, temporary);
}

/**
 * Returns a string that identifies an entity in a template. Use this function in `@for (… ; track trackEntity(todo))`.
 * The string stays the same when the entity changes, even when the server id replaces a temporary id. Therefore Angular
 * keeps the DOM nodes of the entity.
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
 * Whether an entity was created by an optimistic update and has no server id yet. Requests for the entity wait for the
 * server id. Until the server id arrives, a template can hide links to the entity.
 */
export function isTemporary(entity: Entity): boolean {
  return isTemporaryId(entity.pk());
}
