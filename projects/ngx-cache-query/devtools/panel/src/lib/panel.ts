import {
  afterNextRender,
  ChangeDetectionStrategy,
  Component,
  computed,
  DestroyRef,
  DOCUMENT,
  effect,
  ElementRef,
  inject,
  input,
  signal,
  viewChild,
  ViewEncapsulation,
} from '@angular/core';
import { HAS_HISTORY, PanelState, type View, VIEWS } from './panel-state';
import { canFloat, float } from './picture-in-picture';
import { remembered } from './remembered';
import { TimeBar } from './time-bar';
import { Queries } from './views/queries';
import { Requests } from './views/requests';
import { Responses } from './views/responses';
import { Session } from './views/session';
import { Tables } from './views/tables';
import { Timeline } from './views/timeline';
import { Timers } from './views/timers';

/** The views that a recorded session has. */
const RECORDED: readonly View[] = ['Timeline', 'Tables', 'Requests', 'Session'];

/** The devtools of a cache: a panel at the bottom of the page, or in a window of its own. */
@Component({
  selector: 'ncq-panel',
  imports: [Queries, Requests, Responses, Session, Tables, TimeBar, Timeline, Timers],
  providers: [PanelState],
  changeDetection: ChangeDetectionStrategy.OnPush,
  template: `
    <section
      #panel
      class="panel"
      aria-label="Devtools of the cache"
      [class.floats]="floats()"
      [style.--height]="height.value() + 'px'"
    >
      <div
        class="grip"
        role="separator"
        tabindex="0"
        aria-label="The height of the panel"
        aria-orientation="horizontal"
        aria-valuemin="160"
        [attr.aria-valuemax]="most()"
        [attr.aria-valuenow]="height.value()"
        (pointerdown)="drag($event)"
        (keydown.arrowUp)="resize(height.value() + 32); $event.preventDefault()"
        (keydown.arrowDown)="resize(height.value() - 32); $event.preventDefault()"
        (keydown.home)="resize(0); $event.preventDefault()"
        (keydown.end)="resize(most()); $event.preventDefault()"
      ></div>
      <header>
        <div class="tabs" role="tablist" aria-label="Views">
          @for (view of views(); track view) {
            <button
              type="button"
              role="tab"
              [id]="'tab-' + view"
              [attr.aria-selected]="view === shown()"
              aria-controls="view"
              [tabindex]="view === shown() ? 0 : -1"
              (click)="state.show(view)"
              (keydown)="onKey($event)"
            >
              {{ view }}
            </button>
          }
        </div>
        <div class="tools">
          @if (state.caches().size > 1) {
            <label>
              <span class="visually-hidden">Cache</span>
              <select (change)="state.choose($any($event.target).value)">
                @for (cache of state.caches(); track cache[0]) {
                  <option [value]="cache[0]" [selected]="cache[1] === state.devtools()">
                    {{ cache[0] }}
                  </option>
                }
              </select>
            </label>
          }
          @if (!state.session()) {
            <label class="switch">
              <input
                type="checkbox"
                role="switch"
                [checked]="state.devtools().actions.isOffline()"
                (change)="state.devtools().actions.setOffline($any($event.target).checked)"
              />
              Offline
            </label>
          }
          @if (canFloat && !floats()) {
            <button type="button" (click)="open()">Own window</button>
          }
          @if (!floats()) {
            <button type="button" aria-label="Close the devtools" (click)="close()()">✕</button>
          }
        </div>
      </header>
      @if (hasHistory) {
        <ncq-time-bar />
      }
      <div id="view" class="view" role="tabpanel" [attr.aria-labelledby]="'tab-' + shown()">
        @switch (shown()) {
          @case ('Timeline') {
            <ncq-timeline />
          }
          @case ('Tables') {
            <ncq-tables />
          }
          @case ('Queries') {
            <ncq-queries />
          }
          @case ('Requests') {
            <ncq-requests />
          }
          @case ('Responses') {
            <ncq-responses />
          }
          @case ('Timers') {
            <ncq-timers />
          }
          @case ('Session') {
            <ncq-session />
          }
        }
      </div>
    </section>
  `,
  encapsulation: ViewEncapsulation.ShadowDom,
  styleUrls: ['./base.css', './panel.css'],
})
export class Panel {
  /** Called when the user closes the panel. */
  readonly close = input.required<() => void>();
  /** Whether the panel takes the focus when it appears. */
  readonly takesFocus = input(false);

  private readonly panel = viewChild.required<ElementRef<HTMLElement>>('panel');
  readonly #host = inject<ElementRef<HTMLElement>>(ElementRef).nativeElement;
  readonly #destroyRef = inject(DestroyRef);
  readonly #window = inject(DOCUMENT).defaultView!;
  protected readonly state = inject(PanelState);
  protected readonly canFloat = canFloat(this.#window);
  /** Whether the panel is in a window of its own. */
  protected readonly floats = signal(false);
  protected readonly height = remembered('height', 360);
  protected readonly most = signal(this.#mostHeight());
  protected readonly hasHistory = HAS_HISTORY;
  protected readonly views = computed(() => {
    if (this.state.session()) return RECORDED;
    return HAS_HISTORY ? VIEWS : VIEWS.filter((view) => view !== 'Session');
  });
  protected readonly shown = computed(() => {
    const view = this.state.view();
    return this.views().includes(view) ? view : 'Timeline';
  });

  constructor() {
    const page = inject(DOCUMENT);
    // So that the end of the page can be scrolled into view. A sheet of its own leaves the styles of the page as they are.
    const space = new CSSStyleSheet();
    page.adoptedStyleSheets = [...page.adoptedStyleSheets, space];
    effect(() => {
      const height = `${this.height.value()}px`;
      space.replaceSync(this.floats() ? '' : `body { padding-bottom: ${height} !important }`);
    });
    this.#destroyRef.onDestroy(() => {
      page.adoptedStyleSheets = page.adoptedStyleSheets.filter((each) => each !== space);
    });
    afterNextRender(() => {
      const tab = this.panel().nativeElement.querySelector<HTMLElement>('[aria-selected=true]');
      if (this.takesFocus()) tab?.focus();
    });
  }

  protected onKey(event: KeyboardEvent): void {
    const views = this.views();
    const index = views.indexOf(this.shown());
    const to: Readonly<Record<string, number | undefined>> = {
      ArrowRight: (index + 1) % views.length,
      ArrowLeft: (index + views.length - 1) % views.length,
      Home: 0,
      End: views.length - 1,
    };
    const next = to[event.key];
    if (next === undefined) return;
    event.preventDefault();
    this.state.show(views[next]);
    const { children } = (event.target as HTMLElement).parentElement!;
    (children[next] as HTMLElement).focus();
  }

  protected resize(height: number): void {
    this.most.set(this.#mostHeight());
    this.height.set(Math.round(Math.min(this.most(), Math.max(160, height))));
  }

  protected drag(event: PointerEvent): void {
    const grip = event.target as HTMLElement;
    const bottom = this.panel().nativeElement.getBoundingClientRect().bottom;
    grip.setPointerCapture(event.pointerId);
    const move = ({ clientY }: PointerEvent) => this.resize(bottom - clientY);
    grip.addEventListener('pointermove', move);
    grip.addEventListener(
      'lostpointercapture',
      () => grip.removeEventListener('pointermove', move),
      { once: true },
    );
  }

  protected async open(): Promise<void> {
    this.floats.set(true);
    const end = await float(this.#window, this.#host, () => this.floats.set(false));
    if (end) this.#destroyRef.onDestroy(end);
    else this.floats.set(false);
  }

  #mostHeight(): number {
    return Math.max(160, this.#window.innerHeight - 48);
  }
}
