// HttpClient with a signal, which is the minimum for this page.
import { HttpClient } from '@angular/common/http';
import { computed, inject, Injectable, signal } from '@angular/core';
import { start } from '../start';
import { type Todo, TodoStore } from '../todos';

@Injectable()
class PlainStore extends TodoStore {
  private readonly http = inject(HttpClient);
  private readonly id = signal<number | undefined>(undefined);
  readonly todos = signal<readonly Todo[] | undefined>(undefined);
  readonly hasFailed = signal(false);
  readonly selected = computed(() => this.todos()?.find(({ id }) => id === this.id()));
  readonly renameHasFailed = signal(false);

  constructor() {
    super();
    this.http.get<readonly Todo[]>('/api/todos').subscribe({
      next: (todos) => this.todos.set(todos),
      error: () => this.hasFailed.set(true),
    });
  }

  select(id: number): void {
    this.id.set(id);
  }

  rename(id: number, title: string): void {
    this.renameHasFailed.set(false);
    this.http.patch<Todo>(`/api/todos/${id}`, { title }).subscribe({
      next: (saved) =>
        this.todos.update((todos) => todos?.map((todo) => (todo.id === id ? saved : todo))),
      error: () => this.renameHasFailed.set(true),
    });
  }
}

start(PlainStore);
