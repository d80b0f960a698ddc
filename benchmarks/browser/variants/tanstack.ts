// TanStack Query for Angular: the response is the data of a query and is changed with setQueryData. Nothing is
// normalized. All settings have their default values: structural sharing is enabled, and observers are notified in the
// next task.
import { computed, inject, Injectable, InjectionToken, signal } from '@angular/core';
import {
  injectQuery,
  provideTanStackQuery,
  QueryClient,
} from '@tanstack/angular-query-experimental';
import { type Page, signalPage } from '../app';
import { allByRank, inOrder, isShown, type Shown, STORE, type Store } from '../contract';
import { type Todo } from '../contract';
import { start } from '../start';

const CLIENT = new InjectionToken<QueryClient>('CLIENT');
const queryKey = ['todos'];

@Injectable()
class QueryStore implements Store<Page> {
  private readonly client = inject(QueryClient);
  private readonly shown = signal(allByRank);
  private readonly selected = signal(0);

  load(response: readonly Todo[]): void {
    this.client.setQueryData<readonly Todo[]>(queryKey, response);
  }

  show(shown: Shown): void {
    this.shown.set(shown);
  }

  select(id: number): void {
    this.selected.set(id);
  }

  change(id: number, fields: { readonly title: string; readonly done: boolean }): void {
    this.update((todos) => todos.map((todo) => (todo.id === id ? { ...todo, ...fields } : todo)));
  }

  renameUser(id: number, name: string): void {
    this.update((todos) =>
      todos.map((todo) => (todo.user.id === id ? { ...todo, user: { ...todo.user, name } } : todo)),
    );
  }

  insert(todo: Todo): void {
    this.update((todos) => [...todos, todo]);
  }

  remove(id: number): void {
    this.update((todos) => todos.filter((todo) => todo.id !== id));
  }

  page(): Page {
    const query = injectQuery(() => ({
      queryKey,
      queryFn: () => Promise.resolve<readonly Todo[]>([]), // never called, because responses are set directly
      enabled: false,
    }));
    const todos = computed(() => query.data() ?? []);
    return {
      rows: computed(() =>
        todos()
          .filter((todo) => isShown(this.shown(), todo))
          .sort(inOrder(this.shown())),
      ),
      detail: computed(() => todos().find(({ id }) => id === this.selected())),
      open: computed(() => todos().filter(({ done }) => !done).length),
    };
  }

  private update(change: (todos: readonly Todo[]) => readonly Todo[]): void {
    this.client.setQueryData<readonly Todo[]>(queryKey, (todos) => todos && change(todos));
  }
}

void start({
  providers: [
    { provide: CLIENT, useFactory: () => new QueryClient() },
    provideTanStackQuery(CLIENT),
    { provide: STORE, useClass: QueryStore },
  ],
  component: signalPage,
});
