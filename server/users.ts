import type { FieldProblems } from './problem';
import type { Resource } from './resource-router';
import { flag, text, whole } from './rules';

const email = { like: /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/, demand: 'must be an email address' };
const website = {
  like: /^https?:\/\/[^\s/]+\.[^\s/]+/,
  demand: 'must be a web address (https://…)',
};

/** `/api/users` */
export const users: Resource = {
  name: 'user',
  rules: {
    name: text(1, 80),
    email: text(0, 120, email),
    website: text(0, 200, website),
    isAdmin: flag,
    hue: whole(0, 359),
  },
  required: ['name'],
  filters: { isAdmin: flag, inTeam: flag },
  searched: 'name',
  check(database, { email }, id): FieldProblems {
    if (!email) return {};
    const taken = database
      .prepare('SELECT name FROM users WHERE email = ? AND id IS NOT ?')
      .get(email, id ?? null) as { name: string } | undefined;
    return taken ? { email: `already belongs to ${taken.name}` } : {};
  },
};
