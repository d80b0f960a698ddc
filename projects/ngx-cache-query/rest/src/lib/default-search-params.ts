import { textOf } from './parameter-text';
import { type Params } from './rest-path';

/**
 * Returns the parameters of a call together with the defaults of missing parameters. If the call passes `null` for a
 * parameter that has a default, this parameter is omitted.
 */
export function withDefaults(params: Params, defaults: Params | undefined): Params {
  if (defaults === undefined) return params;
  const all: Record<string, unknown> = { ...defaults, ...params };
  for (const name of Object.keys(defaults)) {
    if (all[name] === undefined) all[name] = defaults[name];
    else if (all[name] === null) delete all[name];
  }
  return all;
}

/**
 * Returns the parameters of a call. Omits each parameter whose value and default value produce the same text in a URL.
 */
export function withoutDefaults(params: Params, defaults: Params): Params {
  const isOwn = ([name, value]: [string, unknown]) =>
    !Object.hasOwn(defaults, name) || textOf(value) !== textOf(defaults[name]);
  return Object.fromEntries(Object.entries(params).filter(isOwn));
}
