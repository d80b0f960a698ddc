import { DecimalPipe } from '@angular/common';
import { Component, inject, input } from '@angular/core';
import { CommitClock } from './commit-clock';
import { FrameRate } from './frame-rate';

/** The costs of a very large table. */
@Component({
  selector: 'app-scale-tiles',
  imports: [DecimalPipe],
  providers: [FrameRate],
  template: `
    <dl class="tiles" aria-label="What it costs">
      <div>
        <dt>Frame rate</dt>
        <dd data-count="fps">{{ frames.rate() ?? '–' }}</dd>
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
  protected readonly frames = inject(FrameRate);

  protected ms(time: number | undefined, digits = 1): string {
    return time === undefined ? '–' : `${time.toFixed(digits)} ms`;
  }
}
