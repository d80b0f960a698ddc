import type { RequestReason, ResponseState } from 'ngx-cache-query/extensions';
import type { Origin } from './origins';
import type { QueryRun, RecordedCause, RequestRecord } from './records';

declare const ngDevMode: unknown;

export function clockTime(time: number): string {
  const date = new Date(time);
  return new Date(time - date.getTimezoneOffset() * 60_000).toISOString().slice(11, 23);
}

export function causeInWords({
  byDevtools,
  endpoint = 'a request',
  key,
  kind,
  request,
  stack,
}: RecordedCause): string {
  if (byDevtools) return 'the devtools';
  const which = `${key ?? endpoint}${request === undefined ? '' : ` (request ${request})`}`;
  switch (kind) {
    case 'response':
      return `the response to ${which}`;
    case 'request':
      return `the failure of ${which}`;
    case 'optimistic':
      return `the optimistic response of ${which}`;
    case 'rollback':
      return `the rollback of ${which}`;
    case 'message':
      return 'a message of a stream';
    case 'restore':
      return 'restored data';
    case 'write': {
      const call = stack && callOf(stack);
      return call ? `a call of the application ${call}` : 'a call of the application';
    }
  }
}

/** Returns where a value comes from, as the rest of a sentence. */
export function originInWords(origin: Origin | undefined): string {
  if (!origin)
    return 'came with restored data, such as the page from the server, or before the recorded commits';
  const { cause, commit, time } = origin;
  return `came with ${causeInWords(cause)} at ${clockTime(time)} (commit ${commit})`;
}

export function reasonInWords({
  cause,
  kind,
  stored,
}: RequestReason & { readonly cause?: RecordedCause }): string {
  const before = {
    nothing: 'nothing was stored',
    error: 'the last request had failed',
    stale: 'the stored response was marked as stale',
    value: 'the stored response had expired',
  }[stored];
  switch (kind) {
    case 'observed':
      return `Something began to need the response, and ${before}.`;
    case 'called':
      return 'The application called the endpoint.';
    case 'stale':
      return `${capital(cause ? causeInWords(cause) : 'a write')} made the stored response stale.`;
    case 'poll':
      return 'The interval of pollInterval was over.';
    case 'focus':
      return `The page became visible, and ${before}.`;
    case 'reconnect':
      return `The browser was online again, and ${before}.`;
    case 'reset':
      return 'The response was dropped while something needs it.';
    case 'hydrated':
      return 'The page became stable, and the response that the server had sent was stale.';
  }
}

/** Returns whether a request would be sent for a new subscriber, and why not, as a sentence. */
export function stateInWords(state: ResponseState | undefined, pending?: RequestRecord): string {
  if (pending) return `Request ${pending.id} is in flight, and new subscribers share it.`;
  if (!state) return 'Nothing is stored, so the first subscriber sends a request.';
  const { error, fetchedAt, freshUntil, isCleared, isMarkedStale, isStale } = state;
  if (isCleared) return 'clear() has dropped the response. Only a new subscriber sends a request.';
  if (freshUntil !== undefined) {
    const end =
      freshUntil === Infinity ? 'does not expire' : `is fresh until ${clockTime(freshUntil)}`;
    const begin = fetchedAt === undefined ? 'The data' : `The response of ${clockTime(fetchedAt)}`;
    return `${begin} ${end}, so no request is sent.`;
  }
  if (!isStale) return `The last request has just failed (${error?.code}), so none is sent yet.`;
  if (isMarkedStale) return 'The response is marked as stale, so a new subscriber sends a request.';
  return 'The response has expired, so a new subscriber sends a request.';
}

/** Returns why a query ran and what it emitted, as a sentence. */
export function runInWords(name: string, run: QueryRun | undefined): string {
  if (typeof ngDevMode !== 'undefined' && !ngDevMode)
    return 'Only dev mode records which queries a commit affects.';
  if (!run) return `No recorded commit has affected ${name}.`;
  const { commit, hasEmitted, ms, rows, runs } = run;
  const what = rows
    .slice(0, 3)
    .map(({ fields, kind, pk, table }) =>
      kind === 'changed' ? `${table} ${pk} (${fields.join(', ')})` : `${table} ${pk} was ${kind}`,
    );
  const more = rows.length > 3 ? ` and ${rows.length - 3} more` : '';
  const because = what.length > 0 ? `, which changed ${what.join(', ')}${more}` : '';
  const ran =
    runs > 0
      ? `process ran ${runs === 1 ? 'once' : `${runs} times`} (${ms.toFixed(1)} ms)`
      : 'process did not run';
  const emitted = hasEmitted ? 'subscribers received another value' : 'nothing was emitted';
  return `${capital(causeInWords(commit.cause))} (commit ${commit.id})${because}: ${name}: ${ran}, ${emitted}.`;
}

/**
 * Returns the place at which the application has called the cache, from a stack: `at App.save (app.ts:12:5)`. It is
 * behind the last call of a method of the cache.
 */
function callOf(stack: string): string | undefined {
  return lastCall(stack)?.[1];
}

/** Returns the part of a stack from which {@link callOf} finds the place. */
export function shortStack(stack: string): string | undefined {
  return lastCall(stack)?.join('\n');
}

/** The last call of a method of the cache, and the call behind it. */
function lastCall(stack: string): readonly string[] | undefined {
  const calls = stack.split('\n').map((line) => line.trim());
  const ofCache = calls.filter((call) => /\b_?CacheService\d?\./.test(call));
  const last = calls.lastIndexOf(ofCache.at(-1)!);
  return last < 0 ? undefined : calls.slice(last, last + 2);
}

/** Returns a text that begins a sentence. */
function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export function argsInWords(args: readonly unknown[]): string {
  return `(${args.map(inWords).join(', ')})`;
}

/** Returns a value as it is written in code. */
export function inWords(value: unknown): string {
  if (typeof value === 'string') return `'${value}'`;
  if (value instanceof Date) return value.toISOString();
  if (typeof value !== 'object' || value === null) return String(value);
  if (Array.isArray(value)) return `[${value.map(inWords).join(', ')}]`;
  const fields = Object.entries(value).filter(([, field]) => field !== undefined);
  if (fields.length === 0) return '{}';
  return `{ ${fields.map(([name, field]) => `${name}: ${inWords(field)}`).join(', ')} }`;
}

/** What the panel says with these functions. */
export const words = {
  /** Returns the local time of day of a time in milliseconds since 1970: `12:00:01.250`. */
  time: clockTime,
  /** Returns why a commit happened, as the rest of a sentence: `the response to GET /users (request 3)`. */
  cause: causeInWords,
  /** Returns why a read was sent, as a sentence. */
  reason: reasonInWords,
  /** Returns arguments as they are written in code: `({ status: 'todo' }, 5)`. */
  args: argsInWords,
} as const;
