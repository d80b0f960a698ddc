import { ChangeDetectionStrategy, Component, inject } from '@angular/core';
import { TodoStore } from './todos';

/**
 * The page of all variants: a list, the detail of one row, and a form for the title of that row.
 *
 * Angular creates the heading with the `elementtiming` attribute and the rows in one synchronous change detection.
 * Therefore the first frame that shows the heading also shows the whole list. index.html marks its time.
 */
@Component({
  selector: 'app-root',
  changeDetection: ChangeDetectionStrategy.OnPush,
  template: `
    <h1>Todos</h1>
    @if (store.selected(); as todo) {
      <form (submit)="save($event, todo.id, title.value)">
        <label>Title <input #title [value]="todo.title" /></label>
        <button>Save</button>
        <p>{{ todo.user.name }}, {{ todo.user.email }}, {{ todo.createdAt }}</p>
        @if (store.renameHasFailed()) {
          <p role="alert">The title could not be saved.</p>
        }
      </form>
    }
    @if (store.todos(); as todos) {
      <h2 elementtiming="list">{{ todos.length }} todos</h2>
      <ul>
        @for (todo of todos; track todo.id) {
          <li>
            <button type="button" (click)="store.select(todo.id)">{{ todo.title }}</button>
            <span>{{ todo.user.name }}</span>
            <span>{{ todo.done ? 'done' : 'open' }}</span>
          </li>
        }
      </ul>
    } @else if (store.hasFailed()) {
      <p role="alert">The todos could not be loaded.</p>
    } @else {
      <p>Loading …</p>
    }
  `,
})
export class TodosPage {
  protected readonly store = inject(TodoStore);

  protected save(event: Event, id: number, title: string): void {
    event.preventDefault();
    this.store.rename(id, title);
  }
}
