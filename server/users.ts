import type { FieldProblems } from './problem';
import type { Resource } from './resource-router';
import { flag, text, whole } from './rules';

const email = text(0, 120).regex(/^([^\s@]+@[^\s@.]+(\.[^\s@.]+)+)?$/, 'must be an email address');
const website = text(0, 200).regex(
  /^(https?:\/\/[^\s/]+\.[^\s/]+.*)?$/,
  'must be a web address (https://…)',
);

/** `/api/users` */
export const users: Resource = {
  name: 'user',
  rules: {
    name: text(1, 80),
    email,
    website,
    isAdmin: flag,
    hue: whole(0, 359),
  },
  required: ['name'],
  json: { isAdmin: Boolean, inTeam: Boolean },
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
