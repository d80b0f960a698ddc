import { Component, computed, input } from '@angular/core';

/** The time between two frames at sixty frames per second, in milliseconds. */
const frame = 1_000 / 60;
const height = 40;
const step = 4;

/** The cost of each commit, with the newest commit on the right. The line marks the duration of a frame. */
@Component({
  selector: 'app-commit-bars',
  template: `
    <figure>
      <figcaption class="muted">
        Cost of each commit, against the {{ frameTime }} of a frame
      </figcaption>
      <svg
        role="img"
        preserveAspectRatio="none"
        [attr.aria-label]="label()"
        [attr.viewBox]="viewBox()"
      >
        <path class="frame" [attr.d]="frameLine()" />
        <path class="bars" [attr.d]="bars()" />
      </svg>
    </figure>
  `,
  styles: `
    figure {
      display: grid;
      gap: 0.25rem;
      margin: 0;
    }
    figcaption {
      font-size: var(--tiny);
    }
    svg {
      width: 100%;
      height: 2.5rem;
      border-bottom: 1px solid var(--line);
    }
    .frame {
      stroke: var(--edge);
      stroke-dasharray: 4 4;
      vector-effect: non-scaling-stroke;
    }
    .bars {
      stroke: var(--accent);
      stroke-width: ${step - 1};
    }
  `,
})
export class CommitBars {
  /** The times in milliseconds, oldest first. */
  readonly times = input.required<readonly number[]>();
  /** The maximum number of bars. */
  readonly kept = input.required<number>();

  protected readonly frameTime = `${frame.toFixed(1)} ms`;
  readonly #most = computed(() => Math.max(frame * 1.2, ...this.times()));
  protected readonly viewBox = computed(() => `0 0 ${this.kept() * step} ${height}`);
  protected readonly frameLine = computed(() => `M0 ${this.#yOf(frame)}H${this.kept() * step}`);
  protected readonly bars = computed(() =>
    this.times()
      .map((time, at) => {
        const x = (this.kept() - this.times().length + at + 0.5) * step;
        return `M${x} ${height}V${this.#yOf(time)}`;
      })
      .join(''),
  );
  protected readonly label = computed(() => {
    if (this.times().length === 0) return 'No commit was measured yet';
    const slowest = Math.max(...this.times()).toFixed(1);
    return `The last ${this.times().length} commits: the slowest took ${slowest} ms`;
  });

  /** A bar has a height of at least one unit, so that it is visible. */
  #yOf(time: number): number {
    return Math.round(height - Math.max(1, (time / this.#most()) * height));
  }
}
