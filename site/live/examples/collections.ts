import { Component, inject } from '@angular/core';
import { CacheService, trackEntity } from 'ngx-cache-query';
import { todoEndpoints } from '../data';

/** Two lists of one Collection. A new todo appears in the list that it matches. */
@Component({
  selector: 'app-live-collections',
  template: `
    @for (list of lists; track list.userId) {
      <h2>{{ list.name }}</h2>
      <ul class="rows" role="list" [attr.aria-label]="list.name">
        @for (todo of list.todos.value() ?? []; track trackEntity(todo)) {
          <li class="line">
            {{ todo.title }}
            <button class="button quiet" type="button" (click)="remove.mutate({ id: todo.id })">
              Delete<span class="visually-hidden"> {{ todo.title }}</span>
            </button>
          </li>
        }
      </ul>
      <button class="button" type="button" (click)="add(list.userId)">
        Add for {{ list.name }}
      </button>
    }
  `,
  styles:
    '.line { display: flex; align-items: center; justify-content: space-between; gap: 1rem; }',
})
export class Collections {
  private readonly cache = inject(CacheService);
  protected readonly trackEntity = trackEntity;
  protected readonly create = this.cache.mutation(todoEndpoints.getList.push);
  protected readonly remove = this.cache.mutation(todoEndpoints.delete);
  protected readonly lists = ['Ada', 'Bo'].map((name, i) => ({
    name,
    userId: i + 1,
    todos: this.cache.resource(todoEndpoints.getList, () => [{ userId: i + 1 }]),
  }));
  #count = 0;

  protected add(userId: number): void {
    this.create.mutate({ userId, title: `New todo ${++this.#count}` });
  }
}
