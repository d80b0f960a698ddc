// TanStack Query for Angular: a query per list, parts with `select`, and an optimistic update of all lists with a
// rollback, as in its guides. All settings have their default values.
import { HttpClient } from '@angular/common/http';
import { inject, Injectable, InjectionToken, type Signal } from '@angular/core';
import {
  injectMutation,
  injectQuery,
  provideTanStackQuery,
  QueryClient,
  queryOptions,
} from '@tanstack/angular-query-experimental';
import { lastValueFrom } from 'rxjs';
import { isInPart, type Store, STORE, type Todo, urlOf } from '../contract';
import { start } from '../start';

const CLIENT = new InjectionToken<QueryClient>('CLIENT');
const queryKey = ['todos'];
type Todos = readonly Todo[];

@Injectable()
class QueryStore implements Store {
  private readonly http = inject(HttpClient);
  private readonly client = inject(QueryClient);
  private readonly mutation = injectMutation(() => ({
    mutationFn: ({ id, done }: Todo) =>
      lastValueFrom(this.http.patch<Todo>(`/api/todos/${id}`, { done })),
    onMutate: async (todo: Todo) => {
      await this.client.cancelQueries({ queryKey });
      const previous = this.client.getQueriesData<Todos>({ queryKey });
      this.replace(todo);
      return { previous };
    },
    onError: (
      _error: Error,
      _todo: Todo,
      context?: { previous: [readonly unknown[], unknown][] },
    ) => context?.previous.forEach(([key, todos]) => this.client.setQueryData(key, todos)),
    onSuccess: (saved: Todo) => this.replace(saved),
  }));

  list(listId?: number): Signal<Todos | undefined> {
    return injectQuery(() => this.optionsOf(listId)).data;
  }

  part(part: number): Signal<Todos | undefined> {
    return injectQuery(() => ({
      ...this.optionsOf(),
      select: (todos: Todos) => todos.filter((todo) => isInPart(todo, part)),
    })).data;
  }

  load(listId: number): Promise<unknown> {
    return this.client.fetchQuery(this.optionsOf(listId));
  }

  setDone(todo: Todo, done: boolean): void {
    this.mutation.mutate({ ...todo, done });
  }

  private optionsOf(listId?: number) {
    return queryOptions({
      queryKey: listId === undefined ? queryKey : [...queryKey, { listId }],
      queryFn: () => lastValueFrom(this.http.get<Todos>(urlOf(listId))),
    });
  }

  private replace(todo: Todo): void {
    this.client.setQueriesData<Todos>({ queryKey }, (todos) =>
      todos?.some(({ id }) => id === todo.id)
        ? todos.map((other) => (other.id === todo.id ? todo : other))
        : todos,
    );
  }
}

void start([
  { provide: CLIENT, useFactory: () => new QueryClient() },
  provideTanStackQuery(CLIENT),
  { provide: STORE, useClass: QueryStore },
]);
