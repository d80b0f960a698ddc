// TanStack Query for Angular: a query over HttpClient, and a mutation whose response updates the data of the query
// ("Updates from Mutation Responses"). All settings have their default values.
import { HttpClient } from '@angular/common/http';
import { computed, inject, Injectable, signal } from '@angular/core';
import {
  injectMutation,
  injectQuery,
  provideTanStackQuery,
  QueryClient,
} from '@tanstack/angular-query-experimental';
import { lastValueFrom } from 'rxjs';
import { start } from '../start';
import { type Todo, TodoStore } from '../todos';

// #region store
const queryKey = ['todos'];

@Injectable()
class QueryStore extends TodoStore {
  private readonly http = inject(HttpClient);
  private readonly client = inject(QueryClient);
  private readonly id = signal<number | undefined>(undefined);
  private readonly query = injectQuery(() => ({
    queryKey,
    queryFn: () => lastValueFrom(this.http.get<readonly Todo[]>('/api/todos')),
  }));
  private readonly mutation = injectMutation(() => ({
    mutationFn: ({ id, title }: Pick<Todo, 'id' | 'title'>) =>
      lastValueFrom(this.http.patch<Todo>(`/api/todos/${id}`, { title })),
    onSuccess: (saved: Todo) =>
      this.client.setQueryData<readonly Todo[]>(queryKey, (todos) =>
        todos?.map((todo) => (todo.id === saved.id ? saved : todo)),
      ),
  }));
  readonly todos = this.query.data;
  readonly hasFailed = computed(() => this.query.isError());
  readonly selected = computed(() => this.todos()?.find(({ id }) => id === this.id()));
  readonly renameHasFailed = computed(() => this.mutation.isError());

  select(id: number): void {
    this.id.set(id);
  }

  rename(id: number, title: string): void {
    this.mutation.mutate({ id, title });
  }
}
// #endregion

start(QueryStore, [provideTanStackQuery(new QueryClient())]);
