import { Component, inject } from '@angular/core';
import { RouterLink } from '@angular/router';
import { CacheService } from 'ngx-cache-query';
import { Announcer } from '../ui/announcer';

/** The heading of the page, with the actions that affect all examples. */
@Component({
  selector: 'app-page-header',
  imports: [RouterLink],
  template: `
    <header>
      <div class="words">
        <h1 tabindex="-1">One cache, every view</h1>
        <p>
          Nothing is loaded when this page opens. Load a list, rename a user or complete a todo.
          Every list, count and join that shows this data updates without another request.
        </p>
        <nav aria-label="On this page">
          <a [routerLink]="[]" fragment="users">Users</a>
          <a [routerLink]="[]" fragment="todos">Todos</a>
          <a [routerLink]="[]" fragment="feed">Feed</a>
          <a [routerLink]="[]" fragment="cache">Inside the cache</a>
        </nav>
      </div>
      <div class="actions">
        <button class="button" type="button" (click)="empty()">Empty the cache</button>
      </div>
    </header>
  `,
  styles: `
    header {
      display: flex;
      flex-wrap: wrap;
      align-items: end;
      justify-content: space-between;
      gap: 1.25rem 3rem;
    }
    .words {
      display: grid;
      flex: 1 1 22rem;
      gap: 0.5rem;
      max-width: 44rem;
    }
    h1 {
      font: 600 clamp(1.5rem, 1.3rem + 1vw, 2rem) / 1.15 var(--serif);
      letter-spacing: -0.01em;
    }
    nav {
      display: flex;
      flex-wrap: wrap;
      gap: 0.25rem 1.25rem;
      margin-top: 0.25rem;
      font-size: var(--small);
    }
    nav a {
      display: inline-block;
      min-height: 1.5rem;
    }
    .actions {
      align-items: end;
    }
  `,
})
export class PageHeader {
  readonly #cache = inject(CacheService);
  readonly #announcer = inject(Announcer);

  protected empty(): void {
    void this.#cache.clear();
    this.#announcer.say('The cache is empty.');
  }
}
