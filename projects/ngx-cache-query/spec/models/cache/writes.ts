import type { CacheService } from 'ngx-cache-query';
import { type ClassName, classes } from './classes';
import type { EndpointsModel } from './endpoints-model';
import { endpointsThatMention } from './mentions';
import type { Model } from './model';
import type { Write } from './operations';

/** Performs a write in the model. */
export function writeToModel(model: Model, write: Write, seq: number): void {
  switch (write.do) {
    case 'set':
      model.put(write.type, write.item, seq);
      return;
    case 'update':
      if (model.has('Person', write.pk)) {
        model.put('Person', { id: write.pk, name: write.name }, seq);
      }
      return;
    case 'delete':
      return model.remove(write.type, write.pk, seq);
    case 'deleteWhere':
      for (const pk of write.pks) if (model.has(write.type, pk)) model.remove(write.type, pk, seq);
      return;
    case 'refetchShowing':
      for (const name of endpointsThatMention(model, write.type, write.pk)) model.stale.add(name);
      return;
    case 'batch': {
      const restore = model.save();
      for (const step of write.steps) writeToModel(model, step, seq);
      if (write.fails) restore();
    }
  }
}

/** Performs a write in the cache. */
export function writeToCache(cache: CacheService, write: Write): void {
  switch (write.do) {
    case 'set':
      cache.set(classes[write.type] as typeof classes.Person, write.item as never);
      return;
    case 'update':
      cache.set(classes.Person, write.pk, () => ({ name: write.name }));
      return;
    case 'delete':
      return cache.delete(classes[write.type] as typeof classes.Person, write.pk);
    case 'deleteWhere':
      return cache.delete(classes[write.type] as typeof classes.Person, ({ id }) =>
        write.pks.includes(id),
      );
    case 'refetchShowing':
      if (write.pk === undefined) void cache.refetch(classes[write.type]);
      else void cache.refetch(classes[write.type] as typeof classes.Person, write.pk);
      return;
    case 'batch':
      return batch(cache, write.fails, () => {
        for (const step of write.steps) writeToCache(cache, step);
      });
  }
}

/** Runs a batch. If the batch is meant to fail, it throws at its end. */
export function batch(cache: CacheService, fails: boolean, writes: () => void): void {
  const purpose = new Error('on purpose');
  try {
    cache.batch(() => {
      writes();
      if (fails) throw purpose;
    });
  } catch (error) {
    if (error !== purpose) throw error;
  }
}

/** Makes new callers not share earlier reads that this write may affect. A refetch affects only reads of its class. */
export function stopSharing(requests: EndpointsModel, write: Write): void {
  const isOfPets = (type: ClassName) => type === 'Cat' || type === 'Dog';
  if (write.do === 'batch') for (const step of write.steps) stopSharing(requests, step);
  else if (write.do === 'delete' || write.do === 'deleteWhere') requests.stopSharing();
  else if (write.do === 'refetchShowing') {
    requests.stopSharing(isOfPets(write.type) ? 'pets' : undefined);
  }
}
