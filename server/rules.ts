import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { type FieldProblems, Problem } from './problem';
import type { Fields } from './row';

/** The rules for the fields of a body or a query. The name of the field precedes the message of a rule. */
export type Rules = Readonly<Record<string, z.ZodType>>;

/** Trimmed text whose length is in a range. */
export function text(min: number, max: number, message?: string) {
  const length = min > 0 ? `${min} to ${max}` : `at most ${max}`;
  const error = message ?? `must be text of ${length} characters`;
  return z.string(error).trim().min(min, error).max(max, error);
}

/** An integer in a range. */
export function whole(min: number, max: number, message?: string) {
  const error = message ?? `must be a whole number from ${min} to ${max}`;
  return z.int(error).min(min, error).max(max, error);
}

export const flag = z.boolean('must be true or false');

/** One of the given words. */
export function oneOf(...words: readonly string[]) {
  return z.enum(words, `must be one of ${words.join(', ')}`);
}

/** An id. */
export const key = whole(1, Number.MAX_SAFE_INTEGER, 'must be an id');

/** Ids without duplicates. */
export const keys = z
  .array(key, 'must be a list of ids')
  .max(20, 'must be a list of at most 20 ids')
  .transform((ids) => [...new Set(ids)]);

/** The id of a row that must exist, or such ids, or `null`: `idOf('user')`. */
export function idOf(name: string, rule: z.ZodType = key) {
  return rule.meta({ name });
}

/** Returns the fields of a body after checking each of them. */
export function readBody(
  database: DatabaseSync,
  body: unknown,
  rules: Rules,
  required: readonly string[] = [],
): Fields {
  const shape = mapped(rules, (rule, name) => (required.includes(name) ? rule : rule.optional()));
  const fields = read(z.strictObject(shape), body);
  const lost = Object.keys(fields).filter((name) => isLost(database, rules[name], fields[name]));
  if (lost.length > 0) {
    throw Problem.invalid(Object.fromEntries(lost.map((name) => [name, 'does not exist'])));
  }
  return fields;
}

/** Returns the fields of a query string, where every value is text. Parameters without a rule are ignored. */
export function readQuery(query: object, rules: Rules): Fields {
  const shape = mapped(rules, (rule) => {
    const parsed = (given: unknown) => (rule.safeParse(given).success ? given : valueOf(given));
    return z.preprocess(parsed, rule).optional();
  });
  return read(z.object(shape), query);
}

function read(schema: z.ZodType<Record<string, unknown>>, given: unknown): Fields {
  const { data, error } = schema.safeParse(given);
  if (data) return mapped(data, stored);
  // The object has no prototype, because a body can have a field named __proto__.
  const problems = Object.create(null) as FieldProblems;
  for (const issue of error.issues) {
    if (issue.code === 'unrecognized_keys') {
      for (const name of issue.keys) problems[name] = 'is not a field of this resource';
    } else if (issue.path.length > 0) problems[String(issue.path[0])] ??= issue.message;
    else throw new Problem(422, 'The body must be a JSON object.');
  }
  throw Problem.invalid(problems);
}

/** SQLite has neither booleans nor lists. */
function stored(value: unknown): Fields[string] {
  if (typeof value === 'boolean') return Number(value);
  return Array.isArray(value) ? JSON.stringify(value) : (value as Fields[string]);
}

/** Whether a row that the value refers to does not exist. The value is one id, a list of ids as JSON, or `null`. */
function isLost(database: DatabaseSync, rule: z.ZodType, value: Fields[string]): boolean {
  const name = rule.meta()?.['name'] as string | undefined;
  if (name === undefined) return false;
  const lost = `SELECT 1 FROM json_each(?) WHERE value NOT IN (SELECT id FROM ${name}s)`;
  return database.prepare(lost).get(value) !== undefined;
}

function valueOf(given: unknown): unknown {
  if (given === 'true' || given === 'false') return given === 'true';
  return typeof given === 'string' && /^\d{1,15}$/.test(given) ? Number(given) : given;
}

function mapped<T, R>(
  fields: Readonly<Record<string, T>>,
  map: (value: T, name: string) => R,
): Record<string, R> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, map(value, name)]),
  );
}
