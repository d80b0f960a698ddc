import type { EndpointsModel } from './endpoints-model';
import type { Model } from './model';
import type { Write } from './operations';
import type { WatchedViews } from './watched-views';
import type { World } from './world';
import { batch, stopSharing, writeToCache, writeToModel } from './writes';

/**
 * Performs a batch, and compares the cache with the model after each step. Reads inside the batch see the writes made
 * so far.
 */
export function batchStepByStep(
  { steps, fails }: Extract<Write, { readonly do: 'batch' }>,
  { cache }: World,
  model: Model,
  endpointsModel: EndpointsModel,
  views: WatchedViews,
): void {
  const restore = model.save();
  const seq = ++model.clock;
  const onlyAdds = steps.every((each) => each.do === 'set' || each.do === 'update');
  batch(cache, fails, () => {
    for (const step of steps) {
      stopSharing(endpointsModel, step);
      writeToModel(model, step, seq);
      writeToCache(cache, step);
      views.peek(onlyAdds);
    }
    if (fails) restore();
    else endpointsModel.refetchMentioned();
  });
}
