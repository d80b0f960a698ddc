import { Query, schema } from 'ngx-cache-query';
import { User } from './user';

export interface UserOrder {
  readonly asc: boolean;
  readonly isAdmin?: boolean;
  /** A part of the name. */
  readonly name?: string;
}

/** Users sorted by name, by default from Z to A. */
export const sortedUsers = new Query(
  new schema.All(User),
  (entries, { asc, isAdmin, name = '' }: UserOrder = { asc: false }) => {
    let sorted = [...entries].sort((a, b) => a.name.localeCompare(b.name));
    if (isAdmin !== undefined) sorted = sorted.filter((user) => user.isAdmin === isAdmin);
    if (name) sorted = sorted.filter((user) => contains(user.name, name));
    return asc ? sorted : sorted.reverse();
  },
);

/** The number of users, or the number of admins. */
export const countUsers = new Query(
  new schema.All(User),
  (entries, { isAdmin }: { isAdmin?: boolean } = {}) =>
    isAdmin === undefined
      ? entries.length
      : entries.filter((user) => user.isAdmin === isAdmin).length,
);

function contains(text: string, part: string): boolean {
  return text.toLocaleLowerCase().includes(part.toLocaleLowerCase());
}
