// A service with BehaviorSubjects over HttpClient, a common pattern.
import { HttpClient } from '@angular/common/http';
import { inject, Injectable } from '@angular/core';
import { toSignal } from '@angular/core/rxjs-interop';
import { BehaviorSubject, combineLatest, map } from 'rxjs';
import { start } from '../start';
import { type Todo, TodoStore } from '../todos';

// #region store
@Injectable()
class SubjectStore extends TodoStore {
  private readonly http = inject(HttpClient);
  private readonly todos$ = new BehaviorSubject<readonly Todo[] | undefined>(undefined);
  private readonly id$ = new BehaviorSubject<number | undefined>(undefined);
  private readonly loadFailed$ = new BehaviorSubject(false);
  private readonly renameFailed$ = new BehaviorSubject(false);

  readonly todos = toSignal(this.todos$, { requireSync: true });
  readonly hasFailed = toSignal(this.loadFailed$, { requireSync: true });
  readonly selected = toSignal(
    combineLatest([this.todos$, this.id$]).pipe(
      map(([todos, selected]) => todos?.find(({ id }) => id === selected)),
    ),
    { requireSync: true },
  );
  readonly renameHasFailed = toSignal(this.renameFailed$, { requireSync: true });

  constructor() {
    super();
    this.http.get<readonly Todo[]>('/api/todos').subscribe({
      next: (todos) => this.todos$.next(todos),
      error: () => this.loadFailed$.next(true),
    });
  }

  select(id: number): void {
    this.id$.next(id);
  }

  rename(id: number, title: string): void {
    this.renameFailed$.next(false);
    this.http.patch<Todo>(`/api/todos/${id}`, { title }).subscribe({
      next: (saved) =>
        this.todos$.next(this.todos$.value?.map((todo) => (todo.id === id ? saved : todo))),
      error: () => this.renameFailed$.next(true),
    });
  }
}
// #endregion

start(SubjectStore);
