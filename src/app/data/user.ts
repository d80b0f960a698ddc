import { Entity } from 'ngx-cache-query';

export class User extends Entity {
  readonly id: number = 0;
  readonly name: string = '';
  readonly email: string = '';
  readonly website: string = '';
  readonly isAdmin: boolean = false;
  /** The hue of the avatar, in degrees. */
  readonly hue: number = 0;

  static override readonly key: string = 'User';
}
