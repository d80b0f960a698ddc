import type { Consumers } from './consumers';
import type { EndpointsModel } from './endpoints-model';
import { endpointOf, mutation } from './endpoints';
import type { Model } from './model';
import type { Requesting, Passing } from './operations';
import { complete, server } from './server';
import type { World } from './world';

/** The maximum number of open callers and subscribers. A larger number would slow down each comparison. */
const CROWD = 5;

/** Performs a step that involves requests, first in the model and then in the cache. */
export function performRequest(
  operation: Exclude<Requesting, Passing>,
  { cache }: World,
  model: Model,
  endpointsModel: EndpointsModel,
  consumers: Consumers,
): void {
  switch (operation.do) {
    case 'subscribe': {
      if (consumers.open.length >= CROWD) return;
      const { method, endpoint, reply } = operation;
      consumers.add(endpointsModel.add(method, endpoint, reply), reply);
      return;
    }
    case 'respond': {
      const { open } = endpointsModel.requests;
      const request = open[operation.nth % open.length];
      if (request === undefined) return;
      const sent = server.sent[request.id];
      endpointsModel.respond(request, operation.reply);
      complete(sent, operation.reply);
      return;
    }
    case 'unsubscribe': {
      const one = consumers.open[operation.nth % consumers.open.length];
      if (one === undefined) return;
      endpointsModel.leave(one.consumer);
      consumers.leave(one);
      return;
    }
    case 'refetch':
      endpointsModel.refetch(operation.endpoint);
      void cache.refetch(endpointOf(operation.endpoint));
      return;
    case 'resetEndpoint':
      endpointsModel.resetEndpoint(operation.endpoint);
      consumers.drop(operation.endpoint);
      void cache.reset(endpointOf(operation.endpoint));
      return;
    case 'mutate':
      endpointsModel.stopSharing();
      model.put('Person', operation.item, ++model.clock);
      cache.fetch(mutation, operation.item).subscribe();
  }
}

export function isRequestOperation({ do: name }: { readonly do: string }): boolean {
  return name in requestOperations;
}

const requestOperations: Record<Requesting['do'], true> = {
  subscribe: true,
  respond: true,
  unsubscribe: true,
  refetch: true,
  resetEndpoint: true,
  mutate: true,
  pass: true,
  away: true,
  focus: true,
  reconnect: true,
};
