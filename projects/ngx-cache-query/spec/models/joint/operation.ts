import { isTemporary } from 'ngx-cache-query';
import type { Client } from './client';
import { all, Todo } from './todos';
import type { World } from './world';

/** Random numbers of a step. Operations use them to choose. */
export type Numbers = readonly [number, number, number];

/** A step of a history. */
export interface Step {
  readonly op: string;
  readonly client: number;
  readonly numbers: Numbers;
}

/** Where and with which numbers an operation runs. */
export interface Scene {
  readonly world: World;
  readonly client: Client;
  readonly numbers: Numbers;
}

/** An operation of a history. */
export interface Operation {
  /** How often it occurs, in relation to the others. */
  readonly weight: number;
  /** Returns how to run it, and a text for failure messages; `undefined` if it is not possible now. */
  readonly prepare: (scene: Scene) => { what: string; now: () => void } | undefined;
}

/**
 * Describes an operation.
 *
 * @param on returns what it operates on, or `undefined` if there is nothing, so that it is not possible
 */
export function operation<T>(
  weight: number,
  on: (scene: Scene) => T | undefined,
  run: (scene: Scene, target: T) => void,
): Operation {
  return {
    weight,
    prepare: (scene) => {
      const target = on(scene);
      if (target === undefined) return undefined;
      const named = target as { readonly name?: string; readonly read?: { name: string } };
      const what = named.read?.name ?? named.name ?? target;
      return {
        what: `${String(what instanceof Todo ? what.id : what)} ${scene.numbers.join(' ')}`,
        now: () => run(scene, target),
      };
    },
  };
}

export const pick = <T>(items: readonly T[], n: number): T | undefined =>
  items[n % Math.max(1, items.length)];

/** For operations that are always possible. */
export const always = () => '';

/** A row that the client knows, also one with a temporary id. */
export const row = ({ client, numbers }: Scene): Todo | undefined =>
  pick(client.cache.get(all) ?? [], numbers[0]);
/** A row with an id of the server. */
export const servedRow = (scene: Scene): Todo | undefined =>
  pick(
    (scene.client.cache.get(all) ?? []).filter((each) => !isTemporary(each)),
    scene.numbers[0],
  );
