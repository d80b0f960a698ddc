// The generated application with this library.
import { fields, importsOf } from '../model.mjs';

/** Returns the files of one entity: its class with its endpoints, and a service that uses them. */
export function filesOf(entity) {
  const { name, endpoints, relations } = entity;
  const declared = Object.entries(fields).map(([field, [type, value]]) => [field, type, value]);
  const related = relations.map(({ field, target, isList }) =>
    isList ? [field, `${target}[]`, '[]'] : [field, `${target} | undefined`, 'undefined'],
  );
  const members = [...declared, ...related].map(
    ([field, type, value]) => `  readonly ${field}: ${type} = ${value};`,
  );
  const schemas = relations.map(({ field, target, isList }) =>
    isList ? `${field}: [${target}]` : `${field}: ${target}`,
  );
  const [relation] = relations;
  const relatedName =
    relation && `each.${relation.field}${relation.isList ? '[0]' : ''}?.name ?? 'none'`;
  return {
    [`${name}.ts`]: `
import { Entity, optimistic, restEndpoints, typed } from 'ngx-cache-query';
${importsOf(entity)}

export class ${name} extends Entity {
  static override readonly key: string = '${name}';
${members.join('\n')}
  static override get schema() {
    return { createdAt: Date, ${schemas.join(', ')} };
  }
}

export const ${endpoints} = restEndpoints({
  path: '/${endpoints}/:id',
  schema: ${name},
  searchParams: typed<{ state?: ${name}['state']; search?: string }>(),
  optimistic,
});
`,
    [`${name}.service.ts`]: `
import { inject, Injectable, signal } from '@angular/core';
import { CacheService, limit, orderBy, Query, schema, view, where, whereEquals } from 'ngx-cache-query';
import type { Observable } from 'rxjs';
import { ${name}, ${endpoints} } from './${name}';

const latest = new Query(
  new schema.All(${name}),
  view(
    whereEquals((state: ${name}['state']) => ({ state })),
    where((each) => each.isActive),
    orderBy('createdAt', 'desc', 'name'),
    limit(20),
  ),
);

@Injectable()
export class ${name}Service {
  readonly #cache = inject(CacheService);
  readonly id = signal(1);
  readonly list = this.#cache.resource(${endpoints}.getList, () => [{ state: 'open' }]);
  readonly detail = this.#cache.resource(${endpoints}.get, () => [{ id: this.id() }]);
  readonly latest: Observable<${name}[] | undefined> = this.#cache.select(latest, 'open');
  readonly creating = this.#cache.mutation(${endpoints}.getList.push);
  readonly saving = this.#cache.mutation(${endpoints}.update);
  readonly changing = this.#cache.mutation(${endpoints}.partialUpdate);
  readonly deleting = this.#cache.mutation(${endpoints}.delete);

  names(): string[] {
    const list: readonly ${name}[] = this.list.hasValue() ? this.list.value() : [];
    return list.map((each) => ${relatedName ?? 'each.name'});
  }

  load(id: number): Observable<${name}> {
    return this.#cache.fetch(${endpoints}.get, { id });
  }

  change(id: number, name: string): void {
    this.creating.mutate({ state: 'open' }, { name });
    this.changing.mutate({ id }, { name, address: { city: name, zip: '' } });
    this.deleting.mutate({ id });
  }
}
`,
  };
}

/** The file whose hover texts are measured: before each measured name is a comment with its label. */
export const hovered = `
import { inject } from '@angular/core';
import { CacheService, Entity, optimistic, restEndpoints } from 'ngx-cache-query';

export class User extends Entity {
  static override readonly key: string = 'User';
  readonly id: number = 0;
  readonly name: string = '';
  readonly isAdmin: boolean = false;
}

export const /*users*/ users = restEndpoints({ path: '/users/:id', schema: User, optimistic });

export function page() {
  const cache = inject(CacheService);
  const /*cache.resource(users.getList)*/ list = cache.resource(users./*users.getList*/ getList);
  const /*cache.mutation(users.partialUpdate)*/ update = cache.mutation(
    users./*users.partialUpdate*/ partialUpdate,
  );
  // @ts-expect-error the id is missing
  cache.fetch(users.get);
  // @ts-expect-error a string is not a boolean
  update.mutate({ id: 1 }, { isAdmin: 'yes' });
  return { list, update };
}
`;

/** Circular relations between an order and its customer: the schema of \`orders\`, without annotations of types. */
export const circles = {
  '[Order]': circle('[Order]'),
  'new Collection([Order])': circle('new Collection([Order])'),
  'new schema.Values(Order)': circle('new schema.Values(Order)'),
  'the list of its endpoints': circle('orderEndpoints.getList.schema'),
};

function circle(orders) {
  return `
import { Collection, Entity, restEndpoints, schema } from 'ngx-cache-query';

export class Order extends Entity {
  static override readonly key: string = 'Order';
  readonly id: number = 0;
  readonly customer: Customer | undefined = undefined;
  static override get schema() {
    return { customer: Customer };
  }
}

export const orderEndpoints = restEndpoints({ path: '/orders/:id', schema: Order });
export const kinds = [Collection, schema];

export class Customer extends Entity {
  static override readonly key: string = 'Customer';
  readonly id: number = 0;
  readonly orders: Order[] = [];
  static override get schema() {
    return { orders: ${orders} };
  }
}
`;
}
