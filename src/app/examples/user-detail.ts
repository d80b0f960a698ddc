import { AsyncPipe } from '@angular/common';
import { Component, computed, inject } from '@angular/core';
import { toObservable } from '@angular/core/rxjs-interop';
import { CacheService, trackEntity } from 'ngx-cache-query';
import { getUser } from '../data/user-endpoints';
import { userProfile } from '../data/user-profile';
import { AddTodo } from './add-todo';
import { TodoRow } from './todo-row';
import { Avatar } from '../ui/avatar';
import { MutationError } from '../ui/mutation-error';
import { triggeredRead } from '../ui/triggered-read';
import { Selection } from './selection';

/** The selected user with the user's todos: a join of two types. */
@Component({
  selector: 'app-user-detail',
  imports: [AddTodo, AsyncPipe, Avatar, MutationError, TodoRow],
  templateUrl: './user-detail.html',
})
export class UserDetail {
  readonly #cache = inject(CacheService);
  readonly #selection = inject(Selection);

  /** If the only argument is `null`, nothing is read. */
  readonly #args = computed<[null] | [{ id: number }]>(() => {
    const id = this.#selection.userId();
    return id === undefined ? [null] : [{ id }];
  });

  protected readonly profile$ = this.#cache.select(userProfile, toObservable(this.#args));
  protected readonly trackEntity = trackEntity;
  /** Requests one user. The response is merged into the row that every list shows. */
  protected readonly asking = triggeredRead(getUser);
}
