import { Component, computed, input, linkedSignal } from '@angular/core';
import type { User } from '../data/user';
import { Avatar } from './avatar';

/** A person, or nobody: the avatar and the name. */
@Component({
  selector: 'app-person',
  imports: [Avatar],
  template: `
    @if (user(); as user) {
      <app-avatar [name]="user.name" [hue]="user.hue" />
      @for (name of [user.name]; track name) {
        <span class="name" [class.lit]="renamed()" [attr.data-person]="user.id">{{ name }}</span>
      }
    } @else {
      <span class="name muted">Nobody</span>
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
    .name {
      overflow: hidden;
      text-overflow: ellipsis;
      white-space: nowrap;
    }
    .lit {
      border-radius: 4px;
      animation: light-up var(--glow) ease-out;
    }
    @keyframes light-up {
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
  /** Lit up once when the name is another than it was. */
  protected readonly renamed = linkedSignal<string | undefined, boolean>({
    source: this.#name,
    computation: (_name, before) => before?.source !== undefined,
  });
}
