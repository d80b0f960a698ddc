import { Component, computed, inject } from '@angular/core';
import { CommitClock, commitsKept } from './commit-clock';

/** The time between two frames at sixty frames per second, in milliseconds. */
const frame = 1_000 / 60;
const height = 40;
/** The distance between two bars. */
const step = 4;
const width = commitsKept * step;

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
        [attr.viewBox]="viewBox"
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
  readonly #times = inject(CommitClock).times;
  readonly #most = computed(() => Math.max(frame * 1.2, ...this.#times()));

  protected readonly frameTime = `${frame.toFixed(1)} ms`;
  protected readonly viewBox = `0 0 ${width} ${height}`;
  protected readonly frameLine = computed(() => `M0 ${this.#yOf(frame)}H${width}`);
  protected readonly bars = computed(() =>
    this.#times()
      .map((time, at, { length }) => {
        const x = width - (length - at - 0.5) * step;
        return `M${x} ${height}V${this.#yOf(time)}`;
      })
      .join(''),
  );
  protected readonly label = computed(() => {
    if (this.#times().length === 0) return 'No commit was measured yet';
    const slowest = Math.max(...this.#times()).toFixed(1);
    return `The last ${this.#times().length} commits: the slowest took ${slowest} ms`;
  });

  /** A bar has a height of at least one unit, so that it is visible. */
  #yOf(time: number): number {
    return Math.round(height - Math.max(1, (time / this.#most()) * height));
  }
}
