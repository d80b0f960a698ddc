import type { Value } from './database';
import { type FieldProblems, Problem } from './problem';

/** The rule for one field. */
export interface Rule {
  /** The part of the error message that follows the name of the field: `must be an id`. */
  readonly demand: string;
  /** Returns the value to store, or `undefined` if the given value is invalid. */
  read(given: unknown): Value | undefined;
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
    read: (given) =>
      Number.isSafeInteger(given) && (given as number) >= min && (given as number) <= max
        ? (given as number)
        : undefined,
  };
}

/** `true` or `false`, stored as 1 or 0. */
export const flag: Rule = {
  demand: 'must be true or false',
  read: (given) => (typeof given === 'boolean' ? Number(given) : undefined),
};

/** A key of a table. */
export const key: Rule = { ...whole(1, Number.MAX_SAFE_INTEGER), demand: 'must be an id' };

/** One of the given words. */
export function oneOf(...words: readonly string[]): Rule {
  return {
    demand: `must be one of ${words.join(', ')}`,
    read: (given) => (words.includes(given as string) ? (given as string) : undefined),
  };
}

/** Returns a rule that also accepts `null`. */
export function orNull(rule: Rule): Rule {
  return {
    demand: `${rule.demand} or null`,
    read: (given) => (given === null ? null : rule.read(given)),
  };
}

/** Keys of a table, without duplicates, stored as JSON. */
export const keys: Rule = {
  demand: 'must be a list of ids',
  read: (given) =>
    Array.isArray(given) && given.length <= 20 && given.every((id) => key.read(id) !== undefined)
      ? JSON.stringify([...new Set(given)])
      : undefined,
};

/** Returns the rule for a field of a query string, where every value is text. */
export function inQuery(rule: Rule): Rule {
  return { demand: rule.demand, read: (given) => rule.read(fromText(given)) };
}

function fromText(given: unknown): unknown {
  if (given === 'true' || given === 'false') return given === 'true';
  return typeof given === 'string' && /^\d{1,15}$/.test(given) ? Number(given) : given;
}

/** Returns the fields of a body after checking each of them. */
export function readBody(body: unknown, rules: Rules, required: readonly string[] = []): Row {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new Problem(422, 'The body must be a JSON object.');
  }
  // The object has no prototype, because a body can have a field named __proto__.
  const problems = Object.create(null) as FieldProblems;
  for (const name of required) if (!Object.hasOwn(body, name)) problems[name] = 'is missing';
  for (const name of Object.keys(body)) {
    if (!Object.hasOwn(rules, name)) problems[name] = 'is not a field of this resource';
  }
  return readFields(body as Record<string, unknown>, rules, problems);
}

/** Returns the fields of a query string. Parameters without a rule are ignored. */
export function readQuery(query: Record<string, unknown>, rules: Rules): Row {
  return readFields(query, rules, {});
}

type Row = Record<string, Value>;

function readFields(given: Record<string, unknown>, rules: Rules, problems: FieldProblems): Row {
  const fields: Row = {};
  for (const [name, rule] of Object.entries(rules)) {
    if (!Object.hasOwn(given, name)) continue;
    const value = rule.read(given[name]);
    if (value === undefined) problems[name] = rule.demand;
    else fields[name] = value;
  }
  if (Object.keys(problems).length > 0) throw Problem.invalid(problems);
  return fields;
}
