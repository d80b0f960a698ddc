import { textOf } from './parameter-text';
import { type Params } from './rest-path';

/** Returns the parameters of a call. Missing parameters are set to their defaults, and `null` removes a default. */
export function withDefaults(params: Params, defaults: Params | undefined): Params {
  if (defaults === undefined) return params;
  const all: Record<string, unknown> = { ...defaults, ...params };
  for (const name of Object.keys(defaults)) {
    if (all[name] === undefined) all[name] = defaults[name];
    else if (all[name] === null) delete all[name];
  }
  return all;
}

/** Returns the parameters of a call without those that look the same in a URL as their defaults. */
export function withoutDefaults(params: Params, defaults: Params): Params {
  const isOwn = ([name, value]: [string, unknown]) =>
    !Object.hasOwn(defaults, name) || textOf(value) !== textOf(defaults[name]);
  return Object.fromEntries(Object.entries(params).filter(isOwn));
}
