import type { Askers } from './askers';
import type { AskingModel } from './asking-model';
import { endpointOf, mutation } from './endpoints';
import type { Model } from './model';
import type { Asking, Passing } from './operations';
import { answer, server } from './server';
import type { World } from './world';

/** The maximum number of open callers and subscribers. More would slow down each comparison. */
const CROWD = 5;

/** Performs a step about requests, first in the model, then in the cache. */
export function ask(
  operation: Exclude<Asking, Passing>,
  { cache }: World,
  model: Model,
  asking: AskingModel,
  askers: Askers,
): void {
  switch (operation.do) {
    case 'ask': {
      if (askers.open.length >= CROWD) return;
      const { as, endpoint, reply } = operation;
      askers.ask(asking.ask(as, endpoint, reply), reply);
      return;
    }
    case 'land': {
      const { open } = asking.requests;
      const request = open[operation.nth % open.length];
      if (request === undefined) return;
      const sent = server.sent[request.id];
      asking.land(request, operation.reply);
      answer(sent, operation.reply);
      return;
    }
    case 'leave': {
      const one = askers.open[operation.nth % askers.open.length];
      if (one === undefined) return;
      asking.leave(one.asker);
      askers.leave(one);
      return;
    }
    case 'refetch':
      asking.refetch(operation.endpoint);
      void cache.refetch(endpointOf(operation.endpoint));
      return;
    case 'resetEndpoint':
      asking.resetEndpoint(operation.endpoint);
      askers.lose(operation.endpoint);
      void cache.reset(endpointOf(operation.endpoint));
      return;
    case 'mutate':
      asking.seal();
      model.put('Person', operation.item, ++model.clock);
      cache.fetch(mutation, operation.item).subscribe();
  }
}

export function isAsking({ do: name }: { readonly do: string }): boolean {
  return name in askingNames;
}

const askingNames: Record<Asking['do'], true> = {
  ask: true,
  land: true,
  leave: true,
  refetch: true,
  resetEndpoint: true,
  mutate: true,
  pass: true,
  away: true,
  focus: true,
  reconnect: true,
};
