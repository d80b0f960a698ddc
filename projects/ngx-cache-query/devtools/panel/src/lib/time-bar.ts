import { ChangeDetectionStrategy, Component, computed, inject } from '@angular/core';
import { CacheDevtools } from 'ngx-cache-query/devtools';
import { PanelState } from './panel-state';
import { count } from './texts';

/** Steps through the recorded commits, and says which one is shown. */
@Component({
  selector: 'ncq-time-bar',
  changeDetection: ChangeDetectionStrategy.OnPush,
  host: { '[class.past]': 'state.isReadOnly()' },
  template: `
    <button type="button" [disabled]="!earlier()" (click)="show(earlier()!)">‹ Step back</button>
    <button type="button" [disabled]="!later()" (click)="show(later()!)">Step forward ›</button>
    <button type="button" [disabled]="!isPast()" (click)="now()">Now</button>
    <span role="status">{{ text() }}</span>
    @if (simulated(); as count) {
      <button class="end" type="button" (click)="stop()">End {{ count }}</button>
    }
  `,
  styles: `
    :host {
      display: flex;
      flex-wrap: wrap;
      gap: 4px 6px;
      align-items: center;
      padding: 5px 10px;
      border-bottom: 1px solid var(--line);
      color: var(--muted);
    }
    :host(.past) {
      background: var(--past);
      color: var(--ink);
    }
    span {
      margin-left: 4px;
    }
    .end {
      margin-left: auto;
      border-color: var(--bad);
      color: var(--bad);
    }
  `,
})
export class TimeBar {
  protected readonly state = inject(PanelState);
  protected readonly shown = computed(() => this.state.source().shownCommit());
  /** The recorded commits that are before and after the one that is shown, which may not be recorded any more. */
  readonly #around = computed(() => {
    const ids = this.state.commits().map(({ id }) => id);
    const shown = this.shown();
    if (shown === undefined) return { earlier: ids[1], later: undefined };
    return {
      earlier: ids.find((id) => id < shown),
      later: ids.filter((id) => id > shown).at(-1),
    };
  });
  protected readonly earlier = computed(() => this.#around().earlier);
  protected readonly later = computed(() => this.#around().later);
  protected readonly isPast = computed(
    () => this.state.isInPast() || (!!this.state.session() && this.shown() !== undefined),
  );
  protected readonly text = computed(() => {
    const session = this.state.session();
    const replayed = this.state.devtools().shownSession();
    if (!session && replayed) return `The application shows a session of ${replayed.date}.`;
    const shown = this.shown();
    const file = session ? `${session.name} of ${session.file.date}: ` : '';
    if (shown === undefined) return session ? `${file}the last commit` : 'The present';
    const commit = this.state.commits().find(({ id }) => id === shown);
    const time = commit ? ` of ${CacheDevtools.words.time(commit.time)}` : '';
    const rest = session ? '' : ' Responses and writes go on, and are shown by Now.';
    return `${file}after commit ${shown}${time}.${rest}`;
  });

  protected readonly simulated = computed(() => {
    const { length } = this.state.devtools().actions.simulations();
    return length > 0 && !this.state.session() ? count(length, 'simulation') : '';
  });

  protected stop(): void {
    const { actions } = this.state.devtools();
    for (const simulation of actions.simulations()) actions.simulate(simulation, undefined);
  }

  protected show(id: number): void {
    this.state.source().showCommit(id);
    this.state.commit.set(id);
  }

  protected now(): void {
    this.state.source().showNow();
    this.state.devtools().showNow();
  }
}
