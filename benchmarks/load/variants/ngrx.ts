// NgRx: a store feature with an entity adapter and functional effects. Todos contain their users, as in the response.
// This takes less code and less work than a second adapter with a selector that joins the tables.
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
import { start } from '../start';
import { type Todo, TodoStore } from '../todos';

// #region actions
const PageActions = createActionGroup({
  source: 'Todos Page',
  events: {
    Opened: emptyProps(),
    Selected: props<{ id: number }>(),
    Renamed: props<{ id: number; title: string }>(),
  },
});
const ApiActions = createActionGroup({
  source: 'Todos API',
  events: {
    Loaded: props<{ todos: readonly Todo[] }>(),
    'Load Failed': emptyProps(),
    Saved: props<{ todo: Todo }>(),
    'Save Failed': emptyProps(),
  },
});
// #endregion

// #region feature
interface State extends EntityState<Todo> {
  readonly status: 'pending' | 'success' | 'error';
  readonly selectedId: number | null;
  readonly saveHasFailed: boolean;
}

const adapter = createEntityAdapter<Todo>();
const initialState: State = adapter.getInitialState({
  status: 'pending',
  selectedId: null,
  saveHasFailed: false,
});

const todosFeature = createFeature({
  name: 'todos',
  reducer: createReducer(
    initialState,
    on(PageActions.selected, (state, { id }): State => ({ ...state, selectedId: id })),
    on(PageActions.renamed, (state): State => ({ ...state, saveHasFailed: false })),
    on(ApiActions.loaded, (state, { todos }) =>
      adapter.setAll([...todos], { ...state, status: 'success' as const }),
    ),
    on(ApiActions.loadFailed, (state): State => ({ ...state, status: 'error' })),
    on(ApiActions.saved, (state, { todo }) =>
      adapter.updateOne({ id: todo.id, changes: todo }, state),
    ),
    on(ApiActions.saveFailed, (state): State => ({ ...state, saveHasFailed: true })),
  ),
  extraSelectors: ({ selectTodosState, selectEntities, selectSelectedId, selectStatus }) => {
    const { selectAll } = adapter.getSelectors(selectTodosState);
    return {
      selectLoaded: createSelector(selectAll, selectStatus, (todos, status) =>
        status === 'success' ? todos : undefined,
      ),
      selectSelected: createSelector(selectEntities, selectSelectedId, (entities, id) =>
        id === null ? undefined : entities[id],
      ),
    };
  },
});
// #endregion

// #region effects
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
      ofType(PageActions.renamed),
      concatMap(({ id, title }) =>
        http.patch<Todo>(`/api/todos/${id}`, { title }).pipe(
          map((todo) => ApiActions.saved({ todo })),
          catchError(() => of(ApiActions.saveFailed())),
        ),
      ),
    ),
  { functional: true },
);
// #endregion

// #region store
@Injectable()
class NgrxStore extends TodoStore {
  private readonly store = inject(Store);
  readonly todos = this.store.selectSignal(todosFeature.selectLoaded);
  readonly hasFailed = this.store.selectSignal(
    createSelector(todosFeature.selectStatus, (status) => status === 'error'),
  );
  readonly selected = this.store.selectSignal(todosFeature.selectSelected);
  readonly renameHasFailed = this.store.selectSignal(todosFeature.selectSaveHasFailed);

  constructor() {
    super();
    this.store.dispatch(PageActions.opened());
  }

  select(id: number): void {
    this.store.dispatch(PageActions.selected({ id }));
  }

  rename(id: number, title: string): void {
    this.store.dispatch(PageActions.renamed({ id, title }));
  }
}
// #endregion

start(NgrxStore, [
  provideStore(),
  provideState(todosFeature),
  provideEffects({ loadTodos, saveTodo }),
]);
