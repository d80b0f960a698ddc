import { DOCUMENT, DestroyRef, Injectable, afterNextRender, inject, signal } from '@angular/core';

const period = 500;

/** The number of frames per second that the browser draws. */
@Injectable()
export class FrameRate {
  readonly #rate = signal<number | undefined>(undefined);
  readonly rate = this.#rate.asReadonly();

  constructor() {
    const view = inject(DOCUMENT).defaultView;
    const ended = inject(DestroyRef);
    afterNextRender(() => {
      if (!view || ended.destroyed) return;
      let frames = 0;
      let since = performance.now();
      let next = view.requestAnimationFrame(function frame(now) {
        frames++;
        if (now - since >= period) {
          set(Math.round((frames * 1_000) / (now - since)));
          frames = 0;
          since = now;
        }
        next = view.requestAnimationFrame(frame);
      });
      ended.onDestroy(() => view.cancelAnimationFrame(next));
    });
    const set = (rate: number) => this.#rate.set(rate);
  }
}
