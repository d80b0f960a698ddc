import { frame, task } from '../browser/frames';

interface EventTiming extends PerformanceEntry {
  readonly interactionId?: number;
}

/** Records the clicks of the user on the buttons of the rows. */
export class Clicks {
  /** For each click, the milliseconds from the event until a frame has shown the new text of the button. */
  readonly times: number[] = [];
  readonly #durations = new Map<number, number>(); // by interaction

  constructor() {
    document.addEventListener('click', (event) => void this.#record(event), { capture: true });
    const observer = new PerformanceObserver((list) => {
      for (const { interactionId, duration } of list.getEntries() as EventTiming[]) {
        if (!interactionId) continue;
        const longest = Math.max(duration, this.#durations.get(interactionId) ?? 0);
        this.#durations.set(interactionId, longest);
      }
    });
    observer.observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
  }

  /** The durations of the interactions as the browser reports them. It omits durations below 16 ms. */
  get durations(): readonly number[] {
    return [...this.#durations.values()];
  }

  async #record({ target, timeStamp }: Event): Promise<void> {
    const before = (target as Element).textContent;
    do {
      await frame();
      await task(); // the frame has been painted
    } while ((target as Element).textContent === before);
    this.times.push(performance.now() - timeStamp);
  }
}
