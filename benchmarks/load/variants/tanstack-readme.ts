// TanStack Query for Angular: an optimistic update via the cache with a rollback ("Optimistic Updates"), and the response
// of the mutation as the new data ("Updates from Mutation Responses"). All settings have their default values.
import { HttpClient } from '@angular/common/http';
import { computed, inject, Injectable } from '@angular/core';
import {
  injectMutation,
  injectQuery,
  provideTanStackQuery,
  QueryClient,
} from '@tanstack/angular-query-experimental';
import { lastValueFrom } from 'rxjs';
import { ReadmeStore, startReadme } from '../readme';
import { type Todo } from '../todos';

type Change = Pick<Todo, 'id' | 'done'>;
const queryKey = ['todos'];

@Injectable()
class QueryStore extends ReadmeStore {
  private readonly http = inject(HttpClient);
  private readonly client = inject(QueryClient);
  private readonly query = injectQuery(() => ({
    queryKey,
    queryFn: () => lastValueFrom(this.http.get<readonly Todo[]>('/api/todos')),
  }));
  private readonly mutation = injectMutation(() => ({
    mutationFn: ({ id, done }: Change) =>
      lastValueFrom(this.http.patch<Todo>(`/api/todos/${id}`, { done })),
    onMutate: async (fields: Change) => {
      await this.client.cancelQueries({ queryKey });
      const previous = this.client.getQueryData<readonly Todo[]>(queryKey);
      this.change(fields);
      return { previous };
    },
    onError: (_error: Error, _fields: Change, context?: { previous?: readonly Todo[] }) =>
      this.client.setQueryData(queryKey, context?.previous),
    onSuccess: (saved: Todo) => this.change(saved),
  }));
  readonly todos = this.query.data;
  readonly hasFailed = computed(() => this.query.isError());
  readonly done = computed(() => this.todos()?.filter(({ done }) => done).length ?? 0);
  readonly changeHasFailed = computed(() => this.mutation.isError());

  setDone(id: number, done: boolean): void {
    this.mutation.mutate({ id, done });
  }

  private change(fields: Change): void {
    this.client.setQueryData<readonly Todo[]>(queryKey, (todos) =>
      todos?.map((todo) => (todo.id === fields.id ? { ...todo, ...fields } : todo)),
    );
  }
}

startReadme(QueryStore, [provideTanStackQuery(new QueryClient())]);
