import { type CacheService, Entity } from 'ngx-cache-query';

class Trigger extends Entity {
  readonly id: number = 0;
}

/** Runs a function in a subscriber, during a notification. */
export function duringNotification(cache: CacheService, run: () => void): void {
  let isNew = true;
  const trigger = cache.select(Trigger, 1).subscribe((found) => {
    if (found === undefined || !isNew) return;
    isNew = false;
    run();
  });
  cache.set(Trigger, { id: 1 });
  trigger.unsubscribe();
}
