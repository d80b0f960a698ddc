import { AsyncPipe } from '@angular/common';
import { Component, computed, inject } from '@angular/core';
import { toObservable } from '@angular/core/rxjs-interop';
import { CacheService, trackEntity } from 'ngx-cache-query';
import { getUser } from '../data/user-endpoints';
import { userProfile } from '../data/user-queries';
import { AddTodo } from '../todos/add-todo';
import { TodoRow } from '../todos/todo-row';
import { Avatar } from '../ui/avatar';
import { MutationError } from '../ui/mutation-error';
import { triggeredRead } from '../ui/triggered-read';
import { Selection } from './selection';

/** The selected user with the user's todos: a join of two types. */
@Component({
  selector: 'app-user-detail',
  imports: [AddTodo, AsyncPipe, Avatar, MutationError, TodoRow],
  template: `
    <section class="card" aria-labelledby="chosen">
      @let profile = profile$ | async;
      <div class="card-head">
        <h2 tabindex="-1" id="chosen">Chosen user</h2>
        @if (profile) {
          <button
            class="button"
            type="button"
            [attr.aria-busy]="asking.isPending()"
            (click)="asking.load({ id: profile.user.id })"
          >
            Refetch
          </button>
        }
      </div>
      @if (profile) {
        <div class="who">
          <app-avatar [name]="profile.user.name" [hue]="profile.user.hue" />
          <div>
            <h3>{{ profile.user.name }}</h3>
            @if (profile.user.isAdmin) {
              <p class="tag">Admin</p>
            }
            <p class="muted small">{{ profile.user.email || 'no email address' }}</p>
            @if (profile.user.website; as website) {
              <p class="muted small">{{ website }}</p>
            }
          </div>
        </div>
        <app-mutation-error
          [mutation]="asking"
          what="The user could not be loaded."
          (retry)="asking.load({ id: profile.user.id })"
        />
        @if (profile.todos; as todos) {
          <ul class="rows" role="list" aria-label="Todos of the chosen user">
            @for (todo of todos; track trackEntity(todo)) {
              <li><app-todo-row [todo]="todo" [withOwner]="false" /></li>
            } @empty {
              <li class="muted small">Nothing to do.</li>
            }
          </ul>
        } @else {
          <p class="muted small">No todos in the cache yet</p>
        }
        @for (id of [profile.user.id]; track id) {
          <app-add-todo [userId]="id" />
        }
      } @else {
        <p class="empty-note">Choose a user to see the details</p>
      }
    </section>
  `,
  styles: `
    .who {
      display: flex;
      gap: 0.75rem;
      min-width: 0;
      overflow-wrap: anywhere;
    }
    .who > div {
      flex: 1;
      min-width: 0;
    }
  `,
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
