import { Entity } from 'ngx-cache-query';

export class User extends Entity {
  readonly id: number = 0;
  readonly name: string = '';
  readonly email: string = '';
  readonly website: string = '';
  readonly isAdmin: boolean = false;
  /** Whether the user belongs to the team. Issues are assigned only to its members. */
  readonly inTeam: boolean = false;
  /** The hue of the avatar, in degrees. */
  readonly hue: number = 0;
  /**
   * The number of issues that the user finished in a period, and the number of comments that the user wrote. Read them
   * with `userIn`.
   */
  readonly done: number | undefined = undefined;
  readonly comments: number | undefined = undefined;

  static override readonly key: string = 'User';
}
