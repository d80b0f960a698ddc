// @ngrx/signals with withEntities. Todos contain their users, as in the response. That is faster here, because a join
// in a `computed` would create all rows again after each change.
import { computed, inject, Injectable } from '@angular/core';
import { patchState, signalStore, type, withComputed, withState } from '@ngrx/signals';
import {
  addEntity,
  removeEntity,
  setAllEntities,
  updateEntities,
  updateEntity,
  withEntities,
} from '@ngrx/signals/entities';
import { type Page, signalPage } from '../app';
import { allByRank, inOrder, isShown, type Shown, STORE, type Store } from '../contract';
import { type Todo } from '../contract';
import { start } from '../start';

const TodoStore = signalStore(
  { protectedState: false },
  withState({ shown: allByRank, selected: 0 }),
  withEntities({ entity: type<Todo>() }),
  withComputed(({ entities, entityMap, shown, selected }) => ({
    rows: computed(() =>
      entities()
        .filter((todo) => isShown(shown(), todo))
        .sort(inOrder(shown())),
    ),
    detail: computed((): Todo | undefined => entityMap()[selected()]),
    open: computed(() => entities().filter(({ done }) => !done).length),
  })),
);

@Injectable()
class NgrxStore implements Store<Page> {
  private readonly todos = inject(TodoStore);

  load(response: readonly Todo[]): void {
    patchState(this.todos, setAllEntities([...response]));
  }

  show(shown: Shown): void {
    patchState(this.todos, { shown });
  }

  select(selected: number): void {
    patchState(this.todos, { selected });
  }

  change(id: number, changes: { readonly title: string; readonly done: boolean }): void {
    patchState(this.todos, updateEntity({ id, changes }));
  }

  renameUser(id: number, name: string): void {
    patchState(
      this.todos,
      updateEntities({
        predicate: ({ user }: Todo) => user.id === id,
        changes: ({ user }: Todo) => ({ user: { ...user, name } }),
      }),
    );
  }

  insert(todo: Todo): void {
    patchState(this.todos, addEntity(todo));
  }

  remove(id: number): void {
    patchState(this.todos, removeEntity(id));
  }

  page(): Page {
    return this.todos;
  }
}

void start({
  providers: [TodoStore, { provide: STORE, useClass: NgrxStore }],
  component: signalPage,
});
