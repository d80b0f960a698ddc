import { Component, inject } from '@angular/core';
import { CacheService } from 'ngx-cache-query';
import { todoEndpoints, User, userEndpoints } from '../data';

/** Todos with their users, and one user in detail. */
@Component({
  selector: 'app-live-entities',
  template: `
    <ul class="rows" role="list">
      @for (todo of todos.value() ?? []; track todo.id) {
        <li>
          {{ todo.title }} <span class="tag">{{ todo.user.name }}</span>
        </li>
      }
    </ul>
    @if (user(); as user) {
      <label class="field">
        The name of user 1
        <input #name class="input" [value]="user.name" (change)="save(name.value)" />
      </label>
    }
  `,
})
export class Entities {
  private readonly cache = inject(CacheService);
  protected readonly todos = this.cache.resource(todoEndpoints.getList);
  protected readonly user = this.cache.selectSignal(User, 1);
  private readonly rename = this.cache.mutation(userEndpoints.partialUpdate);

  protected save(name: string): void {
    this.rename.mutate({ id: 1 }, { name });
  }
}
