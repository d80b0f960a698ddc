import { DecimalPipe } from '@angular/common';
import { Component, inject, input } from '@angular/core';
import { toSignal } from '@angular/core/rxjs-interop';
import { animationFrames, bufferTime, filter, map } from 'rxjs';
import { CommitClock } from './commit-clock';

/** The interval in which the frame rate is measured, in milliseconds. */
const period = 500;

/** The costs of a very large table. */
@Component({
  selector: 'app-scale-tiles',
  imports: [DecimalPipe],
  template: `
    <dl class="tiles" aria-label="What it costs">
      <div>
        <dt>Frame rate</dt>
        <dd data-count="fps">{{ frameRate() ?? '–' }}</dd>
      </div>
      <div>
        <dt>Last commit</dt>
        <dd data-count="commit-ms">{{ ms(clock.last()) }}</dd>
      </div>
      <div>
        <dt>Median commit</dt>
        <dd>{{ ms(clock.median()) }}</dd>
      </div>
      <div>
        <dt>Commits</dt>
        <dd data-count="commits">{{ clock.commits() | number }}</dd>
      </div>
      <div>
        <dt>Rows changed</dt>
        <dd data-count="edits">{{ clock.rows() | number }}</dd>
      </div>
      <div>
        <dt>Last load</dt>
        <dd>{{ ms(took(), 0) }}</dd>
      </div>
    </dl>
  `,
})
export class ScaleTiles {
  /** The duration of the last load, in milliseconds. */
  readonly took = input.required<number | undefined>();

  protected readonly clock = inject(CommitClock);
  /** The number of frames per second that the browser draws. */
  protected readonly frameRate = toSignal(
    animationFrames().pipe(
      map(({ timestamp }) => timestamp),
      bufferTime(period),
      filter((frames) => frames.length > 1),
      map((frames) => (1_000 * (frames.length - 1)) / (frames.at(-1)! - frames[0])),
      map(Math.round),
    ),
  );

  protected ms(time: number | undefined, digits = 1): string {
    return time === undefined ? '–' : `${time.toFixed(digits)} ms`;
  }
}
