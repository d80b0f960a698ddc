import { ChangeDetectionStrategy, Component, computed, inject } from '@angular/core';
import { SETTINGS, STORE } from './contract';

@Component({
  selector: 'app-page',
  changeDetection: ChangeDetectionStrategy.OnPush,
  template: `
    <h1>{{ todos()?.length ?? 0 }}</h1>
    <p>
      @for (part of parts; track $index) {
        <span>{{ part()?.length ?? 0 }}</span>
      }
    </p>
    <ul>
      @for (todo of shown(); track todo.id) {
        <li>
          <button
            (click)="store.setDone(todo, !todo.done)"
            [textContent]="todo.done ? 'done' : 'open'"
          ></button>
          <span>{{ todo.title }}</span>
          <span>{{ todo.user.name }}</span>
        </li>
      }
    </ul>
  `,
})
export class Page {
  private readonly settings = inject(SETTINGS);
  protected readonly store = inject(STORE);
  readonly todos = this.store.list(this.settings.listId);
  protected readonly parts = Array.from({ length: this.settings.parts }, (_, i) =>
    this.store.part(i),
  );
  protected readonly shown = computed(() => this.todos()?.slice(0, this.settings.shown));
}
