import {
  ApplicationRef,
  createEnvironmentInjector,
  EnvironmentInjector,
  PLATFORM_ID,
  TransferState,
} from '@angular/core';
import { TestBed } from '@angular/core/testing';
import { type CacheFeature, CacheService, provideCache, withClock } from 'ngx-cache-query';
import { type HydrationOptions, withHydration } from 'ngx-cache-query/hydration';
import { FakeClock } from './fake-clock';

/** A page that is rendered on a server and continued in a browser. */
export class RenderedPage {
  readonly clock = new FakeClock();
  /** Resolves the promise of `ApplicationRef.whenStable`. */
  becomeStable!: () => void;
  #html = '';

  constructor(
    private readonly features: readonly CacheFeature[] = [],
    private readonly options?: HydrationOptions,
  ) {}

  /** The data in the HTML. */
  get html(): string {
    return this.#html;
  }

  /** The size of the data in the HTML, in characters. */
  get size(): number {
    return this.#html.length;
  }

  /** Renders the page. `show` reads the data that a component would read. */
  render(show: (cache: CacheService) => void): this {
    const injector = this.#inject('server', new TransferState());
    show(injector.get(CacheService));
    this.#html = injector.get(TransferState).toJson();
    injector.destroy();
    return this;
  }

  /** Replaces the data in the HTML. */
  with(html: string): this {
    this.#html = html;
    return this;
  }

  /** Returns the cache in the browser. */
  open(clock = this.clock): CacheService {
    return this.#openPage(clock).get(CacheService);
  }

  /** Returns the cache of a route in the browser. It has no feature. */
  openRoute(): CacheService {
    return createEnvironmentInjector([provideCache()], this.#openPage()).get(CacheService);
  }

  #openPage(clock = this.clock): EnvironmentInjector {
    const state = new TransferState();
    (state as unknown as { store: unknown }).store = JSON.parse(this.#html);
    return this.#inject('browser', state, clock);
  }

  #inject(platform: string, state: TransferState, clock = this.clock): EnvironmentInjector {
    const stable = new Promise<void>((resolve) => (this.becomeStable = resolve));
    return createEnvironmentInjector(
      [
        { provide: PLATFORM_ID, useValue: platform },
        { provide: TransferState, useValue: state },
        { provide: ApplicationRef, useValue: { whenStable: () => stable } },
        provideCache(withHydration(this.options), withClock(clock), ...this.features),
      ],
      TestBed.inject(EnvironmentInjector),
    );
  }
}
