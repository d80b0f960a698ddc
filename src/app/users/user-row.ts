import {
  Component,
  ElementRef,
  Injector,
  afterNextRender,
  computed,
  inject,
  input,
  signal,
  viewChild,
} from '@angular/core';
import { CacheService } from 'ngx-cache-query';
import { tap } from 'rxjs';
import type { User } from '../data/user';
import { deleteUser, updateUser } from '../data/user-endpoints';
import { Announcer } from '../ui/announcer';
import { Avatar } from '../ui/avatar';
import { failureOf } from '../ui/failure';
import { FocusKeeper } from '../ui/focus-keeper';
import { Task } from '../ui/task';
import { TaskError } from '../ui/task-error';
import { Selection } from './selection';
import { UserNameForm } from './user-name-form';

/** A user in a list: to look at, rename, make an admin, delete. */
@Component({
  selector: 'app-user-row',
  imports: [Avatar, TaskError, UserNameForm],
  template: `
    <div class="row" [class.selected]="selected()">
      <app-avatar [name]="user().name" [hue]="user().hue" />
      <div class="who">
        @if (renaming()) {
          <app-user-name-form
            [current]="user().name"
            [pending]="renamed.pending()"
            [error]="renamed.error()"
            (renamed)="rename($event)"
            (input)="renamed.dismiss()"
            (cancelled)="stopRenaming()"
          />
        } @else {
          <button
            class="plain name"
            type="button"
            [attr.aria-pressed]="selected()"
            (click)="select()"
          >
            {{ user().name }}
          </button>
          <span class="muted email">{{ user().email || 'no email address' }}</span>
        }
      </div>
      @if (!renaming()) {
        <div class="tools">
          <label class="check">
            <input
              type="checkbox"
              role="switch"
              [attr.aria-busy]="admin.pending()"
              [checked]="user().isAdmin"
              (click)="toggleAdmin($event)"
            />
            Admin<span class="visually-hidden">: {{ user().name }}</span>
          </label>
          <button #rename class="button quiet" type="button" (click)="renaming.set(true)">
            Rename<span class="visually-hidden"> {{ user().name }}</span>
          </button>
          <button
            class="button quiet danger"
            type="button"
            [attr.aria-busy]="removal.pending()"
            (click)="remove()"
          >
            Delete<span class="visually-hidden"> {{ user().name }}</span>
          </button>
        </div>
      }
    </div>
    @if (!refused()) {
      <app-task-error [task]="renamed" [what]="user().name + ' stays as before.'" />
    }
    <app-task-error [task]="admin" [what]="user().name + ' stays as before.'" />
    <app-task-error [task]="removal" [what]="user().name + ' is still here.'" />
  `,
  styles: `
    .row {
      display: grid;
      grid-template-columns: auto minmax(0, 1fr) auto;
      align-items: center;
      gap: 0.25rem 0.75rem;
      padding: 0.5rem;
    }
    .selected {
      border-radius: var(--radius);
      background: var(--accent-soft);
    }
    .who {
      display: grid;
      min-width: 0;
    }
    .name {
      justify-self: start;
      max-width: 100%;
      font-weight: 500;
      overflow-wrap: anywhere;
    }
    .email {
      overflow: hidden;
      font-size: var(--tiny);
      text-overflow: ellipsis;
      white-space: nowrap;
    }
    .tools {
      display: flex;
      align-items: center;
      gap: 0.25rem;
    }
    .check {
      margin-inline-end: 0.25rem;
    }
    @container (max-width: 27rem) {
      .row {
        grid-template-columns: auto minmax(0, 1fr);
      }
      .tools {
        grid-column: 2;
      }
    }
  `,
})
export class UserRow {
  readonly user = input.required<User>();

  readonly #cache = inject(CacheService);
  readonly #announcer = inject(Announcer);
  readonly #focus = inject(FocusKeeper);
  readonly #host = inject<ElementRef<HTMLElement>>(ElementRef).nativeElement;
  readonly #injector = inject(Injector);
  readonly #selection = inject(Selection);
  private readonly renameButton = viewChild<ElementRef<HTMLElement>>('rename');

  private readonly form = viewChild(UserNameForm);

  protected readonly renamed = new Task(() => `${this.user().name} keeps the name.`);
  protected readonly admin = new Task(() => `${this.user().name} stays as before.`);
  /** What the server says against the name stands beside the field. */
  protected readonly refused = computed(
    () => this.renaming() && 'name' in failureOf(this.renamed.error()).fields,
  );
  protected readonly removal = new Task(() => `${this.user().name} is still here.`);
  protected readonly renaming = signal(false);
  protected readonly selected = computed(() => this.#selection.userId() === this.user().id);

  protected select(): void {
    this.#selection.userId.set(this.user().id);
  }

  protected rename(name: string): void {
    const before = this.user().name;
    const request = this.#cache
      .fetch(updateUser, { id: this.user().id }, { name })
      .pipe(tap((user) => this.#announcer.say(`${before} is now called ${user.name}.`)));
    this.renamed.follow(name, request, () => {
      // Another name was typed meanwhile: the field stays.
      if (this.form()?.text() === name) this.stopRenaming();
    });
  }

  protected stopRenaming(): void {
    this.renaming.set(false);
    this.renamed.dismiss();
    afterNextRender(() => this.renameButton()?.nativeElement.focus(), { injector: this.#injector });
  }

  /** The box shows what the cache says, so it waits for the answer. */
  protected toggleAdmin(click: Event): void {
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

  protected remove(): void {
    const { id, name } = this.user();
    this.removal.run(this.#cache.fetch(deleteUser, { id }), () => {
      this.#focus.stayNear(this.#host);
      this.#announcer.say(`${name} was deleted.`);
    });
  }
}
