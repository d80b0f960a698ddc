import { Component, input } from '@angular/core';
import type { User } from '../data/user';
import { Avatar } from './avatar';

/** A person, or nobody: the avatar and the name. */
@Component({
  selector: 'app-person',
  imports: [Avatar],
  template: `
    @if (user(); as user) {
      <app-avatar [name]="user.name" [hue]="user.hue" />
      <span class="name" [attr.data-person]="user.id">{{ user.name }}</span>
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
  `,
})
export class Person {
  readonly user = input.required<User | null>();
}
