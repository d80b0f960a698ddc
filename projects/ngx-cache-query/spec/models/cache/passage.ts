import type { EndpointsModel } from './endpoints-model';
import type { Model } from './model';
import type { Passing, Setting } from './operations';
import type { Streams } from './streams';
import type { World } from './world';

/**
 * Lets time pass and changes the activity of the page, first in the model, and then in the environment of the cache.
 */
export class Passage {
  /** @param endMoment called after all events that occur at the same time */
  constructor(
    private readonly world: World,
    private readonly model: Model,
    private readonly endpointsModel: EndpointsModel,
    private readonly streams: Streams,
    private readonly setting: Setting,
    private readonly endMoment: () => void,
  ) {}

  do(operation: Passing | { readonly do: 'frame' }): void {
    switch (operation.do) {
      case 'pass':
        this.#pass(operation.milliseconds);
        return;
      case 'frame':
        this.#frame();
        return;
      case 'away':
        this.endpointsModel.isActive = false;
        this.world.leave();
        return;
      case 'focus':
      case 'reconnect':
        if (this.setting[operation.do]) this.endpointsModel.refetchStale();
        this.endpointsModel.resume();
        this.world.comeBack(operation.do);
    }
  }

  /** Advances the time from event to event. */
  #pass(milliseconds: number): void {
    const end = this.model.time + milliseconds;
    for (;;) {
      // If a frame and other events occur at the same time, their order is unspecified.
      if (this.streams.next === this.endpointsModel.next) this.#frame();
      const next = Math.min(this.streams.next, this.endpointsModel.next);
      if (next > end) break;
      this.#advance(next);
    }
    this.#advance(end);
  }

  #advance(to: number): void {
    const { clock } = this.world;
    this.model.time = to;
    if (this.streams.next <= to) this.streams.commit();
    this.endpointsModel.wake();
    clock.pass(to - clock.now());
    this.endMoment();
  }

  #frame(): void {
    this.streams.commit();
    this.world.frame();
  }
}
