import { Endpoint } from 'ngx-cache-query';
import type { QueryInfo } from 'ngx-cache-query/extensions';
import * as activity from '../data/activity';
import * as feed from '../data/feed';
import * as issueQueries from '../data/issue-queries';
import * as liveCounts from '../data/live-counts';
import * as todoQueries from '../data/todo-queries';
import * as userActivity from '../data/user-activity';
import * as userQueries from '../data/user-queries';

/** The names of the queries. A Query has no name, so this table contains the names of the constants. */
const names = new Map<unknown, string>(
  [issueQueries, liveCounts, userQueries, userActivity, todoQueries, feed, activity].flatMap(
    (constants) => Object.entries(constants).map(([name, value]) => [value, name] as const),
  ),
);

/** Returns the name of a query, class or endpoint. */
export function nameOf(queryable: object): string {
  if (queryable instanceof Endpoint) return queryable.name;
  const name = names.get(queryable);
  if (name !== undefined) return name;
  // A build changes the name of a class but not its key.
  if (typeof queryable === 'function' && 'key' in queryable) return String(queryable.key);
  return 'A query without a name';
}

/** Returns the arguments as they appear in the source: `({ status: 'todo' })`. */
export function argsOf({ queryable, args }: Pick<QueryInfo, 'queryable' | 'args'>): string {
  const words = args.map(inWords).join(', ');
  if (!(queryable instanceof Endpoint)) return `(${words})`;
  return words && ` ${words}`;
}

function inWords(value: unknown): string {
  if (typeof value === 'string') return `'${value}'`;
  if (typeof value !== 'object' || value === null) return String(value);
  if (Array.isArray(value)) return `[${value.map(inWords).join(', ')}]`;
  const fields = Object.entries(value).filter(([, field]) => field !== undefined);
  if (fields.length === 0) return '{}';
  return `{ ${fields.map(([name, field]) => `${name}: ${inWords(field)}`).join(', ')} }`;
}
