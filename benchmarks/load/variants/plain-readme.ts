// HttpClient with a signal. An edit replaces one row, and a refused edit puts the previous value back.
import { HttpClient } from '@angular/common/http';
import { computed, inject, Injectable, signal } from '@angular/core';
import { ReadmeStore, startReadme } from '../readme';
import { type Todo } from '../todos';

@Injectable()
class PlainStore extends ReadmeStore {
  private readonly http = inject(HttpClient);
  readonly todos = signal<readonly Todo[] | undefined>(undefined);
  readonly hasFailed = signal(false);
  readonly done = computed(() => this.todos()?.filter(({ done }) => done).length ?? 0);
  readonly changeHasFailed = signal(false);

  constructor() {
    super();
    this.http.get<readonly Todo[]>('/api/todos').subscribe({
      next: (todos) => this.todos.set(todos),
      error: () => this.hasFailed.set(true),
    });
  }

  setDone(id: number, done: boolean): void {
    this.changeHasFailed.set(false);
    this.change(id, { done });
    this.http.patch<Todo>(`/api/todos/${id}`, { done }).subscribe({
      next: (saved) => this.change(id, saved),
      error: () => {
        this.change(id, { done: !done });
        this.changeHasFailed.set(true);
      },
    });
  }

  private change(id: number, fields: Partial<Todo>): void {
    this.todos.update((todos) =>
      todos?.map((todo) => (todo.id === id ? { ...todo, ...fields } : todo)),
    );
  }
}

startReadme(PlainStore);
