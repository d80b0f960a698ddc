// NgRx: a store feature with an entity adapter and functional effects. The reducer changes the todo when the edit
// starts, and changes it back if the edit is refused.
import { HttpClient } from '@angular/common/http';
import { inject, Injectable } from '@angular/core';
import { Actions, createEffect, ofType, provideEffects } from '@ngrx/effects';
import { createEntityAdapter, type EntityState } from '@ngrx/entity';
import {
  createActionGroup,
  createFeature,
  createReducer,
  createSelector,
  emptyProps,
  on,
  props,
  provideState,
  provideStore,
  Store,
} from '@ngrx/store';
import { catchError, concatMap, exhaustMap, map, of } from 'rxjs';
import { ReadmeStore, startReadme } from '../readme';
import { type Todo } from '../todos';

const PageActions = createActionGroup({
  source: 'Todos Page',
  events: { Opened: emptyProps(), Changed: props<{ id: number; done: boolean }>() },
});
const ApiActions = createActionGroup({
  source: 'Todos API',
  events: {
    Loaded: props<{ todos: readonly Todo[] }>(),
    'Load Failed': emptyProps(),
    Saved: props<{ todo: Todo }>(),
    'Save Failed': props<{ id: number; done: boolean }>(),
  },
});

interface State extends EntityState<Todo> {
  readonly status: 'pending' | 'success' | 'error';
  readonly saveHasFailed: boolean;
}

const adapter = createEntityAdapter<Todo>();
const initialState: State = adapter.getInitialState({ status: 'pending', saveHasFailed: false });

const todosFeature = createFeature({
  name: 'todos',
  reducer: createReducer(
    initialState,
    on(PageActions.changed, (state, { id, done }) =>
      adapter.updateOne({ id, changes: { done } }, { ...state, saveHasFailed: false }),
    ),
    on(ApiActions.loaded, (state, { todos }) =>
      adapter.setAll([...todos], { ...state, status: 'success' as const }),
    ),
    on(ApiActions.loadFailed, (state): State => ({ ...state, status: 'error' })),
    on(ApiActions.saved, (state, { todo }) =>
      adapter.updateOne({ id: todo.id, changes: todo }, state),
    ),
    on(ApiActions.saveFailed, (state, { id, done }) =>
      adapter.updateOne({ id, changes: { done: !done } }, { ...state, saveHasFailed: true }),
    ),
  ),
  extraSelectors: ({ selectTodosState, selectStatus }) => {
    const { selectAll } = adapter.getSelectors(selectTodosState);
    return {
      selectLoaded: createSelector(selectAll, selectStatus, (todos, status) =>
        status === 'success' ? todos : undefined,
      ),
      selectDone: createSelector(selectAll, (todos) => todos.filter(({ done }) => done).length),
    };
  },
});

const loadTodos = createEffect(
  (actions = inject(Actions), http = inject(HttpClient)) =>
    actions.pipe(
      ofType(PageActions.opened),
      exhaustMap(() =>
        http.get<readonly Todo[]>('/api/todos').pipe(
          map((todos) => ApiActions.loaded({ todos })),
          catchError(() => of(ApiActions.loadFailed())),
        ),
      ),
    ),
  { functional: true },
);
const saveTodo = createEffect(
  (actions = inject(Actions), http = inject(HttpClient)) =>
    actions.pipe(
      ofType(PageActions.changed),
      concatMap(({ id, done }) =>
        http.patch<Todo>(`/api/todos/${id}`, { done }).pipe(
          map((todo) => ApiActions.saved({ todo })),
          catchError(() => of(ApiActions.saveFailed({ id, done }))),
        ),
      ),
    ),
  { functional: true },
);

@Injectable()
class NgrxStore extends ReadmeStore {
  private readonly store = inject(Store);
  readonly todos = this.store.selectSignal(todosFeature.selectLoaded);
  readonly hasFailed = this.store.selectSignal(
    createSelector(todosFeature.selectStatus, (status) => status === 'error'),
  );
  readonly done = this.store.selectSignal(todosFeature.selectDone);
  readonly changeHasFailed = this.store.selectSignal(todosFeature.selectSaveHasFailed);

  constructor() {
    super();
    this.store.dispatch(PageActions.opened());
  }

  setDone(id: number, done: boolean): void {
    this.store.dispatch(PageActions.changed({ id, done }));
  }
}

startReadme(NgrxStore, [
  provideStore(),
  provideState(todosFeature),
  provideEffects({ loadTodos, saveTodo }),
]);
