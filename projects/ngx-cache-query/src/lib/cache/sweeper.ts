import type { NgZone } from '@angular/core';
import type { Reader } from '../read/reader';

/** Milliseconds from the first use to the sweep. */
const SWEEP_AFTER = 60_000;

/** Sweeps some time after the cache was used, for as long as there is something to sweep. */
export class Sweeper {
  #timer: ReturnType<typeof setTimeout> | undefined;
  #enabled: boolean;

  /** @param enabled whether timers may run here: not on a server */
  constructor(
    private readonly reader: Reader,
    private readonly zone: NgZone,
    enabled: boolean,
  ) {
    this.#enabled = enabled;
  }

  /** Notes that something was read. */
  used(): void {
    if (this.#timer !== undefined || !this.#enabled) return;
    this.zone.runOutsideAngular(() => {
      this.#timer = setTimeout(() => {
        this.#timer = undefined;
        if (this.sweep()) this.used();
      }, SWEEP_AFTER);
    });
  }

  /** Sweeps now; returns whether a later sweep may find more. */
  sweep(): boolean {
    return this.reader.release();
  }

  end(): void {
    this.#enabled = false;
    clearTimeout(this.#timer);
  }
}
