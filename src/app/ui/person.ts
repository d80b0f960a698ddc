import { Component, computed, input, linkedSignal } from '@angular/core';
import type { User } from '../data/user';
import { Avatar } from './avatar';

/** The avatar and the name of a person, or “Unassigned”. */
@Component({
  selector: 'app-person',
  imports: [Avatar],
  template: `
    @if (user(); as user) {
      <app-avatar [name]="user.name" [hue]="user.hue" />
      <span
        class="truncated"
        [class.lit]="renames() % 2 === 1"
        [class.lit-again]="renames() % 2 === 0 && renames() > 0"
        [attr.data-person]="user.id"
        >{{ user.name }}</span
      >
    } @else {
      <span class="truncated muted">Unassigned</span>
    }
  `,
  styles: `
    :host {
      display: inline-flex;
      align-items: center;
      gap: 0.4rem;
      min-width: 0;
      font-size: var(--tiny);
    }
    app-avatar {
      width: 1.5rem;
      height: 1.5rem;
      font-size: 0.625rem;
    }
    .lit,
    .lit-again {
      border-radius: 4px;
      animation: light-up var(--glow) ease-out;
    }
    .lit-again {
      animation-name: light-up-again;
    }
    @keyframes light-up {
      from {
        background: var(--mark);
        box-shadow: 0 0 0 3px var(--mark);
      }
    }
    @keyframes light-up-again {
      from {
        background: var(--mark);
        box-shadow: 0 0 0 3px var(--mark);
      }
    }
  `,
})
export class Person {
  readonly user = input.required<User | null>();

  readonly #name = computed(() => this.user()?.name);
  /** The number of times that the name has changed. Two identical animations alternate to highlight each change. */
  protected readonly renames = linkedSignal<string | undefined, number>({
    source: this.#name,
    computation: (_name, before) => (before?.source === undefined ? 0 : before.value + 1),
  });
}
