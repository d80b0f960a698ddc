/** A task that blocked the page, in milliseconds since the page was opened. */
export interface LongTask {
  readonly start: number;
  readonly duration: number;
}

/** The values that the page counts for the soak test, as `window.soak`. */
export interface Soak {
  updates: number;
  frames: number;
  readonly longTasks: LongTask[];
  /** The event sources of the edits. */
  readonly sources: EventSource[];
}

declare global {
  interface Window {
    soak: Soak;
  }
}

/**
 * Runs in the page, before the code of the page. Counts the updates that arrive, the frames that are drawn, and the
 * tasks longer than 50 ms.
 *
 * @param keepsUpdates whether the page leaks updates on purpose
 */
export function probe(keepsUpdates: boolean): void {
  const soak: Soak = (window.soak = { updates: 0, frames: 0, longTasks: [], sources: [] });
  const kept: unknown[] = [];

  window.EventSource = class extends EventSource {
    constructor(url: string | URL, options?: EventSourceInit) {
      super(url, options);
      if (!String(url).includes('/scale/')) return;
      soak.sources.push(this);
      this.addEventListener('message', ({ data }: MessageEvent<string>) => {
        const values = [JSON.parse(data) as unknown].flat();
        soak.updates += values.length;
        if (keepsUpdates) kept.push(...values);
      });
    }
  };

  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) {
      soak.longTasks.push({ start: startTime, duration });
    }
  }).observe({ type: 'longtask', buffered: true });

  requestAnimationFrame(function frame() {
    soak.frames++;
    requestAnimationFrame(frame);
  });
}
