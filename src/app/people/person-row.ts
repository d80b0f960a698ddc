import {
  Component,
  ElementRef,
  computed,
  inject,
  input,
  model,
  signal,
  viewChild,
} from '@angular/core';
import { CacheService } from 'ngx-cache-query';
import { tap } from 'rxjs';
import type { User } from '../data/user';
import { updateUser } from '../data/user-endpoints';
import { Announcer } from '../ui/announcer';
import { Avatar } from '../ui/avatar';
import { failureOf } from '../ui/failure';
import { FocusKeeper } from '../ui/focus-keeper';
import { Task } from '../ui/task';
import { TaskError } from '../ui/task-error';
import { UserNameForm } from '../users/user-name-form';

/** A person in the list: to look at, to rename, to make an admin. */
@Component({
  selector: 'app-person-row',
  imports: [Avatar, TaskError, UserNameForm],
  template: `
    <div class="row" [class.selected]="selected()">
      <app-avatar [name]="user().name" [hue]="user().hue" />
      @if (renaming()) {
        <app-user-name-form
          [current]="user().name"
          [pending]="renamed.pending()"
          [error]="renamed.error()"
          (renamed)="rename($event)"
          (input)="renamed.dismiss()"
          (cancelled)="stop()"
        />
      } @else {
        <div class="who">
          <button
            class="plain name"
            type="button"
            [attr.aria-pressed]="selected()"
            [attr.data-person]="user().id"
            (click)="selected.set(true)"
          >
            {{ user().name }}
          </button>
          <span class="muted count"
            ><b [attr.data-open]="user().id">{{ open() }}</b> open issues</span
          >
        </div>
        <label class="check">
          <input
            type="checkbox"
            role="switch"
            [attr.aria-busy]="admin.pending()"
            [checked]="user().isAdmin"
            (click)="toggle($event)"
          />
          Admin<span class="visually-hidden">: {{ user().name }}</span>
        </label>
        <button class="button quiet" type="button" (click)="renaming.set(true)">
          Rename<span class="visually-hidden"> {{ user().name }}</span>
        </button>
      }
    </div>
    @if (!refused()) {
      <app-task-error [task]="renamed" [what]="user().name + ' stays as before.'" />
    }
    <app-task-error [task]="admin" [what]="user().name + ' stays as before.'" />
  `,
  styles: `
    .row {
      display: grid;
      grid-template-columns: auto minmax(0, 1fr) auto auto;
      align-items: center;
      gap: 0.25rem 0.75rem;
      padding: 0.5rem;
      border-radius: var(--radius);
    }
    .selected {
      background: var(--accent-soft);
    }
    app-user-name-form {
      grid-column: 2 / -1;
    }
    .who {
      display: grid;
      justify-items: start;
      min-width: 0;
    }
    .name {
      font-weight: 500;
      overflow-wrap: anywhere;
    }
    .count {
      font-size: var(--tiny);
    }
    b {
      font-weight: 600;
    }
    @media (max-width: 30rem) {
      .row {
        grid-template-columns: auto minmax(0, 1fr) auto;
      }
      .check {
        grid-column: 2;
      }
    }
  `,
})
export class PersonRow {
  readonly user = input.required<User>();
  readonly open = input.required<number>();
  readonly selected = model.required<boolean>();

  readonly #cache = inject(CacheService);
  readonly #announcer = inject(Announcer);
  readonly #focus = inject(FocusKeeper);
  readonly #host = inject<ElementRef<HTMLElement>>(ElementRef).nativeElement;

  private readonly form = viewChild(UserNameForm);

  protected readonly renamed = new Task(() => `${this.user().name} keeps the name.`);
  protected readonly admin = new Task(() => `${this.user().name} stays as before.`);
  /** What the server says against the name stands beside the field. */
  protected readonly refused = computed(
    () => this.renaming() && 'name' in failureOf(this.renamed.error()).fields,
  );
  protected readonly renaming = signal(false);

  protected rename(name: string): void {
    const before = this.user().name;
    const request = this.#cache
      .fetch(updateUser, { id: this.user().id }, { name })
      .pipe(tap((user) => this.#announcer.say(`${before} is now called ${user.name}.`)));
    this.renamed.follow(name, request, () => {
      // Another name was typed meanwhile: the field stays.
      if (this.form()?.text() === name) this.stop();
    });
  }

  protected stop(): void {
    this.renaming.set(false);
    this.renamed.dismiss();
    this.#focus.stayNear(this.#host);
  }

  /** The box shows what the cache says, so it waits for the answer. */
  protected toggle(click: Event): void {
    click.preventDefault();
    const { id, isAdmin } = this.user();
    const request = this.#cache
      .fetch(updateUser, { id }, { isAdmin: !isAdmin })
      .pipe(
        tap((user) =>
          this.#announcer.say(`${user.name} is ${user.isAdmin ? 'now' : 'no longer'} an admin.`),
        ),
      );
    this.admin.run(request, () => this.#focus.stayNear(this.#host));
  }
}
