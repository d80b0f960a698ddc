import {
  ChangeDetectionStrategy,
  Component,
  computed,
  effect,
  type ElementRef,
  inject,
  Injector,
  viewChild,
  ViewEncapsulation,
} from '@angular/core';
import { CacheDevtools } from 'ngx-cache-query/devtools';
import { remembered } from './remembered';

/**
 * A button at the edge of the page that opens the devtools of the cache. The devtools are loaded when they are opened for
 * the first time. Their styles do not reach the application, and those of the application do not reach them.
 *
 * @example
 * ```ts
 * import { Component } from '@angular/core';
 * import { CacheDevtoolsPanel } from 'ngx-cache-query/devtools/panel';
 *
 * @Component({
 *   selector: 'app-root',
 *   imports: [CacheDevtoolsPanel],
 *   template: `<h1>Shop</h1><cache-devtools />`,
 * })
 * class App {}
 * ```
 */
@Component({
  selector: 'cache-devtools',
  changeDetection: ChangeDetectionStrategy.OnPush,
  encapsulation: ViewEncapsulation.ShadowDom,
  template: `
    @if (hasCaches()) {
      <div #place></div>
      @if (!isOpen()) {
        <button
          #opener
          class="opener"
          type="button"
          aria-label="Open the devtools of the cache"
          (click)="open()"
        >
          <svg viewBox="0 0 16 16" aria-hidden="true">
            <ellipse cx="8" cy="3.5" rx="5.5" ry="2" />
            <path
              d="M2.5 3.5v9c0 1.1 2.5 2 5.5 2s5.5-.9 5.5-2v-9M2.5 8c0 1.1 2.5 2 5.5 2s5.5-.9 5.5-2"
            />
          </svg>
          Cache{{ mode() }}
        </button>
      }
    }
  `,
  styles: `
    :host {
      position: fixed;
      inset: auto 16px 16px auto;
      z-index: 2147483000;
      color-scheme: light dark;
    }
    .opener {
      display: flex;
      align-items: center;
      gap: 6px;
      padding: 6px 12px;
      border: 1px solid light-dark(#b9c0c7, #59626b);
      border-radius: 32px;
      background: light-dark(#fff, #20252a);
      color: light-dark(#20252a, #edf0f2);
      box-shadow: 0 2px 8px rgb(0 0 0 / 20%);
      font:
        500 13px / 20px system-ui,
        sans-serif;
      cursor: pointer;
    }
    .opener:hover {
      border-color: light-dark(#4a525a, #9aa4ae);
    }
    .opener:focus-visible {
      outline: 2px solid light-dark(#0b62c4, #7db7ff);
      outline-offset: 2px;
    }
    .opener svg {
      width: 14px;
      fill: none;
      stroke: currentColor;
      stroke-width: 1.5;
    }
    @media print {
      :host {
        display: none;
      }
    }
  `,
})
export class CacheDevtoolsPanel {
  private readonly opener = viewChild<ElementRef<HTMLElement>>('opener');
  private readonly place = viewChild<ElementRef<HTMLElement>>('place');
  readonly #injector = inject(Injector);
  readonly #isOpen = remembered('open', false);
  /** Whether the user has opened the panel since the page was loaded. */
  #isAsked = false;

  /** Whether a cache of the page has `withDevtools()`. */
  protected readonly hasCaches = computed(() => CacheDevtools.all().size > 0);
  protected readonly isOpen = this.#isOpen.value;
  /** What the user must not forget while the panel is closed. */
  protected readonly mode = computed(() => {
    const actions = [...CacheDevtools.all().values()].map((each) => each.actions);
    if (actions.some(({ isOffline }) => isOffline())) return ': offline';
    return actions.some(({ simulations }) => simulations().length > 0) ? ': simulating' : '';
  });

  constructor() {
    // The place leaves with the last cache of the page.
    effect((onCleanup) => {
      const place = this.place()?.nativeElement;
      if (!place || !this.isOpen()) return;
      const over = new AbortController();
      onCleanup(() => over.abort());
      void this.#show(place, over.signal);
    });
  }

  /** Opens the devtools. */
  open(): void {
    this.#isAsked = true;
    this.#isOpen.set(true);
  }

  /** Closes the devtools. The application shows the present. */
  close(): void {
    for (const devtools of CacheDevtools.all().values()) devtools.showNow();
    this.#isOpen.set(false);
    setTimeout(() => this.opener()?.nativeElement.focus());
  }

  async #show(place: HTMLElement, over: AbortSignal): Promise<void> {
    const { showPanel } = await import('./show-panel');
    if (over.aborted) return; // The page may have ended while the panel was loading.
    const options = { close: () => this.close(), takesFocus: this.#isAsked };
    const end = await showPanel(place, this.#injector, options);
    if (over.aborted) end();
    else over.addEventListener('abort', end);
  }
}
