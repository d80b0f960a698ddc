import {
  Component,
  type ElementRef,
  Injector,
  afterNextRender,
  computed,
  inject,
  input,
  viewChild,
} from '@angular/core';
import { CacheService, isTemporary } from 'ngx-cache-query';
import type { User } from '../data/user';
import { deleteUser } from '../data/user-endpoints';
import { Avatar } from '../ui/avatar';
import { deletion } from '../ui/deletion';
import { focusKeeper } from '../ui/focus-keeper';
import { Selection } from './selection';
import { UserEditErrors } from './user-edit-errors';
import { UserEdits } from './user-edits';
import { UserNameForm } from './user-name-form';

/** A user in a list, who can be selected, renamed, made an admin and deleted. */
@Component({
  selector: 'app-user-row',
  imports: [Avatar, UserEditErrors, UserNameForm],
  template: `
    <div class="row" [class.selected]="selected()">
      <app-avatar [name]="user().name" [hue]="user().hue" />
      <div class="who">
        @if (edits.renaming()) {
          <app-user-name-form
            [current]="user().name"
            [error]="edits.renamed.error()"
            (renamed)="rename($event)"
            (input)="edits.renamed.clear()"
            (cancelled)="stopRenaming()"
          />
        } @else {
          <button
            class="plain name"
            type="button"
            [attr.aria-pressed]="selected()"
            [disabled]="isTemporary(user())"
            (click)="select()"
          >
            {{ user().name }}
          </button>
          <span class="muted email">{{ user().email || 'no email address' }}</span>
        }
      </div>
      @if (!edits.renaming()) {
        <div class="tools">
          <label class="check">
            <input
              type="checkbox"
              role="switch"
              [checked]="user().isAdmin"
              (click)="$event.preventDefault(); toggleAdmin()"
            />
            Admin<span class="visually-hidden">: {{ user().name }}</span>
          </label>
          <button #rename class="button quiet" type="button" (click)="edits.startRenaming()">
            Rename<span class="visually-hidden"> {{ user().name }}</span>
          </button>
          <button class="button quiet danger" type="button" (click)="remove()">
            Delete<span class="visually-hidden"> {{ user().name }}</span>
          </button>
        </div>
      }
    </div>
    <app-user-edit-errors [name]="user().name" [edits]="edits" />
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

  readonly #keepFocus = focusKeeper();
  readonly #injector = inject(Injector);
  readonly #selection = inject(Selection);
  private readonly renameButton = viewChild<ElementRef<HTMLElement>>('rename');

  protected readonly isTemporary = isTemporary;
  protected readonly edits = new UserEdits(this.user);
  protected readonly remove = deletion(
    inject(CacheService).mutation(deleteUser),
    this.user,
    () => this.user().name,
  );
  protected readonly selected = computed(() => this.#selection.userId() === this.user().id);

  protected select(): void {
    this.#selection.userId.set(this.user().id);
  }

  protected rename(name: string): void {
    this.edits.rename(name);
    this.#focusButton();
  }

  protected stopRenaming(): void {
    this.edits.stopRenaming();
    this.#focusButton();
  }

  #focusButton(): void {
    afterNextRender(() => this.renameButton()?.nativeElement.focus(), { injector: this.#injector });
  }

  protected toggleAdmin(): void {
    this.#keepFocus();
    this.edits.toggleAdmin();
  }
}
