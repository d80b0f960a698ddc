// The generated application with TanStack Query: interfaces, and the options of queries and mutations.
import { fields, importsOf } from '../model.mjs';

/** Returns the files of one entity: its interface with its endpoints, and a service that uses them. */
export function filesOf(entity) {
  const { name, endpoints, relations } = entity;
  const members = [
    ...Object.entries(fields).map(([field, [type]]) => [field, type]),
    ...relations.map(({ field, target, isList }) =>
      isList ? [field, `readonly ${target}[]`] : [field, `${target} | undefined`],
    ),
  ].map(([field, type]) => `  readonly ${field}: ${type};`);
  const [relation] = relations;
  const relatedName =
    relation && `each.${relation.field}${relation.isList ? '[0]' : ''}?.name ?? 'none'`;
  return {
    [`${name}.ts`]: `
import { HttpClient } from '@angular/common/http';
import { inject, Injectable } from '@angular/core';
import {
  mutationOptions,
  QueryClient,
  queryOptions,
} from '@tanstack/angular-query-experimental';
import { lastValueFrom } from 'rxjs';
${importsOf(entity, 'type ')}

export interface ${name} {
${members.join('\n')}
}

@Injectable({ providedIn: 'root' })
export class ${name}Endpoints {
  readonly #http = inject(HttpClient);
  readonly #client = inject(QueryClient);

  get = (id: number) =>
    queryOptions({
      queryKey: ['${endpoints}', 'detail', id],
      queryFn: () => lastValueFrom(this.#http.get<${name}>(\`/${endpoints}/\${id}\`)),
    });

  getList = (params: { state?: ${name}['state']; search?: string } = {}) =>
    queryOptions({
      queryKey: ['${endpoints}', 'list', params],
      queryFn: () => lastValueFrom(this.#http.get<${name}[]>('/${endpoints}', { params })),
    });

  create = () =>
    mutationOptions({
      mutationFn: (body: Partial<${name}>) =>
        lastValueFrom(this.#http.post<${name}>('/${endpoints}', body)),
      onSettled: () => this.#client.invalidateQueries({ queryKey: ['${endpoints}', 'list'] }),
    });

  update = () =>
    mutationOptions({
      mutationFn: ({ id, ...body }: ${name}) =>
        lastValueFrom(this.#http.put<${name}>(\`/${endpoints}/\${id}\`, body)),
      onSettled: () => this.#client.invalidateQueries({ queryKey: ['${endpoints}'] }),
    });

  partialUpdate = () =>
    mutationOptions({
      mutationFn: ({ id, ...body }: Partial<${name}> & { id: number }) =>
        lastValueFrom(this.#http.patch<${name}>(\`/${endpoints}/\${id}\`, body)),
      onMutate: async (patch) => {
        const { queryKey } = this.getList();
        await this.#client.cancelQueries({ queryKey });
        const previous = this.#client.getQueryData(queryKey);
        this.#client.setQueryData(queryKey, (list) =>
          list?.map((each) => (each.id === patch.id ? { ...each, ...patch } : each)),
        );
        return { previous };
      },
      onError: (_error, _patch, result) => {
        this.#client.setQueryData(this.getList().queryKey, result?.previous);
      },
      onSettled: () => this.#client.invalidateQueries({ queryKey: ['${endpoints}'] }),
    });

  delete = () =>
    mutationOptions({
      mutationFn: (id: number) => lastValueFrom(this.#http.delete<void>(\`/${endpoints}/\${id}\`)),
      onSettled: () => this.#client.invalidateQueries({ queryKey: ['${endpoints}', 'list'] }),
    });
}
`,
    [`${name}.service.ts`]: `
import { computed, inject, Injectable, signal } from '@angular/core';
import { injectMutation, injectQuery, QueryClient } from '@tanstack/angular-query-experimental';
import { type ${name}, ${name}Endpoints } from './${name}';

@Injectable()
export class ${name}Service {
  readonly #endpoints = inject(${name}Endpoints);
  readonly #client = inject(QueryClient);
  readonly id = signal(1);
  readonly list = injectQuery(() => this.#endpoints.getList({ state: 'open' }));
  readonly detail = injectQuery(() => this.#endpoints.get(this.id()));
  readonly latest = computed(() =>
    this.list
      .data()
      ?.filter((each) => each.isActive && each.state === 'open')
      .sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime() || a.name.localeCompare(b.name))
      .slice(0, 20),
  );
  readonly creating = injectMutation(() => this.#endpoints.create());
  readonly saving = injectMutation(() => this.#endpoints.update());
  readonly changing = injectMutation(() => this.#endpoints.partialUpdate());
  readonly deleting = injectMutation(() => this.#endpoints.delete());

  names(): string[] {
    const list: readonly ${name}[] = this.list.data() ?? [];
    return list.map((each) => ${relatedName ?? 'each.name'});
  }

  load(id: number): Promise<${name}> {
    return this.#client.fetchQuery(this.#endpoints.get(id));
  }

  change(id: number, name: string): void {
    this.creating.mutate({ state: 'open', name });
    this.changing.mutate({ id, name, address: { city: name, zip: '' } });
    this.deleting.mutate(id);
  }
}
`,
  };
}

/** The file whose hover texts are measured. The labels are those of this library, so that a row compares like with like. */
export const hovered = `
import { HttpClient } from '@angular/common/http';
import { inject } from '@angular/core';
import {
  injectMutation,
  injectQuery,
  mutationOptions,
  queryOptions,
} from '@tanstack/angular-query-experimental';
import { lastValueFrom } from 'rxjs';

export interface User {
  readonly id: number;
  readonly name: string;
  readonly isAdmin: boolean;
}

export function page() {
  const http = inject(HttpClient);
  const /*users*/ users = {
    getList: () =>
      queryOptions({
        queryKey: ['users'],
        queryFn: () => lastValueFrom(http.get<User[]>('/users')),
      }),
    partialUpdate: () =>
      mutationOptions({
        mutationFn: ({ id, ...body }: Partial<User> & { id: number }) =>
          lastValueFrom(http.patch<User>(\`/users/\${id}\`, body)),
      }),
  };
  const /*cache.resource(users.getList)*/ list = injectQuery(() => users./*users.getList*/ getList());
  const /*cache.mutation(users.partialUpdate)*/ update = injectMutation(() =>
    users./*users.partialUpdate*/ partialUpdate(),
  );
  // @ts-expect-error a string is not a boolean
  update.mutate({ id: 1, isAdmin: 'yes' });
  return { list, update };
}
`;
