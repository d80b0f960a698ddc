import type { Client } from './client';
import type { Exchange } from './network';
import { scored, Todo } from './todos';

/** Lower scores are not those of mutations. */
const OWN = 1_000;
const TEAMS = ['x', 'y'] as const;

/** Returns checks that the answer to a read keeps what was written after the read was sent. */
export function checkKept(client: Client, exchange: Exchange): (() => void)[] {
  const { cache, writtenAt } = client;
  if (!exchange.isRead) return [];
  const titleOf = (id: number) => cache.get(Todo, id)?.title;
  const newer = [...writtenAt].filter(([, at]) => at > exchange.at);
  return newer.map(([id]) => {
    const before = titleOf(id);
    return () => {
      const after = titleOf(id);
      if (after !== before)
        client.report(`${exchange.toString()} has changed row ${id} from ${before} to ${after}`);
    };
  });
}

/** Returns checks that a created row keeps its values for each lens when it gets its server id. */
export function checkNamed(client: Client): (() => void)[] {
  const { cache, mutations } = client;
  const scoreOf = (id: number, team: 'x' | 'y') => cache.get(scored, { id, team })?.score;
  const open = mutations.filter(({ state, temporary }) => state === 'pending' && temporary);
  return open.map((mutation) => {
    const before = TEAMS.map((team) => scoreOf(mutation.temporary!, team));
    const isShown = cache.get(Todo, mutation.temporary!) !== undefined;
    return () => {
      const { served } = mutation;
      if (!isShown || served === undefined || cache.get(Todo, served) === undefined) return;
      for (const [i, team] of TEAMS.entries()) {
        const after = scoreOf(served, team);
        // Another response may have brought other values.
        if (Number(before[i]) >= OWN && after !== before[i])
          client.report(`row ${served} had the score ${before[i]}, and has ${after}`);
      }
    };
  });
}
