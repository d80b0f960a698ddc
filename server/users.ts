import type { FieldProblems } from './problem';
import type { Resource } from './resource-router';
import { flag, inQuery, text, whole } from './rules';
import { containing } from './containing';

const email = { like: /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/, demand: 'must be an email address' };
const website = {
  like: /^https?:\/\/[^\s/]+\.[^\s/]+/,
  demand: 'must be a web address (https://…)',
};

/** `/api/users` */
export const users: Resource = {
  name: 'user',
  table: 'users',
  rules: {
    name: text(1, 80),
    email: text(0, 120, email),
    website: text(0, 200, website),
    isAdmin: flag,
    hue: whole(0, 359),
  },
  required: ['name'],
  filters: {
    isAdmin: { rule: inQuery(flag), where: 'isAdmin = ?' },
    q: containing('name'),
  },
  toJson: (row) => ({ ...row, isAdmin: row['isAdmin'] === 1, inTeam: row['inTeam'] === 1 }),
  check(database, { email }, id = 0): FieldProblems {
    if (!email) return {};
    const taken = database
      .prepare('SELECT name FROM users WHERE email = ? AND id <> ?')
      .get(email, id) as { name: string } | undefined;
    return taken ? { email: `already belongs to ${taken.name}` } : {};
  },
};
