import type { DatabaseSync } from 'node:sqlite';
import { type FieldProblems, Problem } from './problem';
import type { Fields } from './row';

type Value = Fields[string];

/** The rule for one field. */
export interface Rule {
  /** The part of the error message that follows the name of the field: `must be an id`. */
  readonly demand: string;
  /** Returns the value to store, or `undefined` if the given value is invalid. */
  read(given: unknown): Value | undefined;
  /** Converts a stored value to the form that clients receive. Default: the value itself. */
  readonly toJson?: (stored: unknown) => unknown;
  /** The table that must contain the id or ids in the field. */
  readonly table?: string;
}

export type Rules = Readonly<Record<string, Rule>>;

/** Trimmed text whose length is in a range. It must match the pattern, unless it is empty. */
export function text(min: number, max: number, pattern?: { like: RegExp; demand: string }): Rule {
  const length = min > 0 ? `${min} to ${max}` : `at most ${max}`;
  return {
    demand: pattern?.demand ?? `must be text of ${length} characters`,
    read(given) {
      if (typeof given !== 'string') return undefined;
      const value = given.trim();
      if (value.length < min || value.length > max) return undefined;
      return value === '' || !pattern || pattern.like.test(value) ? value : undefined;
    },
  };
}

/** An integer in a range. */
export function whole(min: number, max: number): Rule {
  return {
    demand: `must be a whole number from ${min} to ${max}`,
    read(given) {
      const value = Number.isSafeInteger(given) ? (given as number) : NaN;
      return value >= min && value <= max ? value : undefined;
    },
  };
}

/** `true` or `false`, stored as 1 or 0. */
export const flag: Rule = {
  demand: 'must be true or false',
  read: (given) => (typeof given === 'boolean' ? Number(given) : undefined),
  toJson: Boolean,
};

/** One of the given words. */
export function oneOf(...words: readonly string[]): Rule {
  return {
    demand: `must be one of ${words.join(', ')}`,
    read: (given) => words.find((word) => word === given),
  };
}

/** An id. */
export const key: Rule = { ...whole(1, Number.MAX_SAFE_INTEGER), demand: 'must be an id' };

/** The id of a row in another table: `idOf('user')`. */
export function idOf(name: string): Rule {
  return { ...key, demand: `must be the id of an existing ${name}`, table: `${name}s` };
}

/** Ids of rows in another table, without duplicates, stored as JSON. */
export function idsOf(name: string): Rule {
  return {
    demand: `must be a list of ids of existing ${name}s`,
    read: (given) =>
      Array.isArray(given) && given.length <= 20 && given.every((id) => key.read(id) !== undefined)
        ? JSON.stringify([...new Set(given)])
        : undefined,
    toJson: (stored) => JSON.parse(String(stored)) as unknown,
    table: `${name}s`,
  };
}

/** Returns a rule that also accepts `null`. */
export function orNull(rule: Rule): Rule {
  return {
    ...rule,
    demand: `${rule.demand} or null`,
    read: (given) => (given === null ? null : rule.read(given)),
  };
}

/** Returns the fields of a body after checking each of them. */
export function readBody(
  database: DatabaseSync,
  body: unknown,
  rules: Rules,
  required: readonly string[] = [],
): Fields {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new Problem(422, 'The body must be a JSON object.');
  }
  // The object has no prototype, because a body can have a field named __proto__.
  const problems = Object.create(null) as FieldProblems;
  for (const name of required) if (!Object.hasOwn(body, name)) problems[name] = 'is missing';
  for (const name of Object.keys(body)) {
    if (!Object.hasOwn(rules, name)) problems[name] = 'is not a field of this resource';
  }
  return readFields(body, rules, problems, (rule, given) => {
    const value = rule.read(given);
    return value === undefined || isMissing(database, rule, value) ? undefined : value;
  });
}

/** Returns the fields of a query string, where every value is text. Parameters without a rule are ignored. */
export function readQuery(query: object, rules: Rules): Fields {
  return readFields(
    query,
    rules,
    {},
    (rule, given) => rule.read(given) ?? rule.read(parsed(given)),
  );
}

function readFields(
  given: object,
  rules: Rules,
  problems: FieldProblems,
  read: (rule: Rule, given: unknown) => Value | undefined,
): Fields {
  const fields: Fields = {};
  for (const [name, rule] of Object.entries(rules)) {
    if (!Object.hasOwn(given, name)) continue;
    const value = read(rule, (given as Record<string, unknown>)[name]);
    if (value === undefined) problems[name] = rule.demand;
    else fields[name] = value;
  }
  if (Object.keys(problems).length > 0) throw Problem.invalid(problems);
  return fields;
}

/** Whether a row that the value refers to does not exist. The value is one id, a list of ids as JSON, or `null`. */
function isMissing(database: DatabaseSync, { table }: Rule, value: Value): boolean {
  if (table === undefined) return false;
  const missing = `SELECT 1 FROM json_each(?) WHERE value NOT IN (SELECT id FROM ${table})`;
  return database.prepare(missing).get(value) !== undefined;
}

function parsed(given: unknown): unknown {
  if (given === 'true' || given === 'false') return given === 'true';
  return typeof given === 'string' && /^\d{1,15}$/.test(given) ? Number(given) : given;
}
