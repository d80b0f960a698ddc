// The floor: a signal per list, which is set by hand. An edit replaces one row in the two lists that contain it.
import { HttpClient } from '@angular/common/http';
import {
  computed,
  inject,
  Injectable,
  type Signal,
  signal,
  type WritableSignal,
} from '@angular/core';
import { firstValueFrom, tap } from 'rxjs';
import { isInPart, type Store, STORE, type Todo, urlOf } from '../contract';
import { start } from '../start';

@Injectable()
class HandStore implements Store {
  private readonly http = inject(HttpClient);
  private readonly lists = new Map<
    number | undefined,
    WritableSignal<readonly Todo[] | undefined>
  >();

  list(listId?: number): Signal<readonly Todo[] | undefined> {
    if (!this.lists.has(listId)) void this.load(listId);
    return this.lists.get(listId)!;
  }

  part(part: number): Signal<readonly Todo[] | undefined> {
    const todos = this.list();
    return computed(() => todos()?.filter((todo) => isInPart(todo, part)));
  }

  load(listId?: number): Promise<unknown> {
    const list = signal<readonly Todo[] | undefined>(undefined);
    this.lists.set(listId, list);
    return firstValueFrom(
      this.http.get<readonly Todo[]>(urlOf(listId)).pipe(tap((todos) => list.set(todos))),
    );
  }

  setDone(todo: Todo, done: boolean): void {
    this.replace({ ...todo, done });
    this.http.patch<Todo>(`/api/todos/${todo.id}`, { done }).subscribe({
      next: (saved) => this.replace(saved),
      error: () => this.replace(todo),
    });
  }

  private replace(todo: Todo): void {
    for (const listId of [undefined, todo.listId]) {
      this.lists
        .get(listId)
        ?.update((todos) => todos?.map((other) => (other.id === todo.id ? todo : other)));
    }
  }
}

void start([{ provide: STORE, useClass: HandStore }]);
