import { DOCUMENT } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import {
  type CacheFeature,
  CacheService,
  Endpoint,
  type EndpointOptions,
  provideCache,
  withClock,
  withRefetchOnFocus,
  withRefetchOnReconnect,
} from 'ngx-cache-query';
import { of } from 'rxjs';
import { FakeClock } from '../../support/fake-clock';
import { watch } from '../../support/watch';

/** A document with its window, which the spec hides, shows, focuses and connects. */
class FakePage extends EventTarget {
  hidden = false;
  readonly navigator = { onLine: true };
  readonly querySelectorAll = () => [];
  readonly defaultView = Object.assign(new EventTarget(), { navigator: this.navigator });

  show(isShown: boolean): void {
    this.hidden = !isShown;
    this.dispatchEvent(new Event('visibilitychange'));
  }

  connect(isOnline: boolean): void {
    this.navigator.onLine = isOnline;
    this.defaultView.dispatchEvent(new Event(isOnline ? 'online' : 'offline'));
  }

  focus(): void {
    this.defaultView.dispatchEvent(new Event('focus'));
  }
}

/** Watches an endpoint of a cache on a page in the browser. */
class Open {
  readonly page = new FakePage();
  readonly clock = new FakeClock();
  requests = 0;

  constructor(
    options: Partial<EndpointOptions<[], undefined, number>>,
    ...features: CacheFeature[]
  ) {
    TestBed.configureTestingModule({
      providers: [
        provideCache(withClock(this.clock), ...features),
        { provide: DOCUMENT, useValue: this.page },
      ],
    });
    const load = () => of(++this.requests);
    watch(TestBed.inject(CacheService).watch(new Endpoint({ load, ...options })));
  }

  /** Returns how many requests something causes. */
  sentBy(act: () => void): number {
    const before = this.requests;
    act();
    return this.requests - before;
  }
}

describe('F5 the page in the browser', () => {
  const open = () => new Open({ staleTime: 0 }, withRefetchOnFocus(), withRefetchOnReconnect());

  it('refetches stale data when it becomes visible or gains focus, and not when it is hidden', () => {
    const opened = open();
    const { page } = opened;
    expect(opened.requests).toBe(1);
    expect(opened.sentBy(() => page.show(false))).toBe(0);
    expect(opened.sentBy(() => page.show(true))).toBe(1);
    expect(opened.sentBy(() => page.focus())).toBe(1);
  });

  it('refetches stale data when it is online again, and not when it is offline', () => {
    const opened = open();
    const { page } = opened;
    expect(opened.sentBy(() => page.connect(false))).toBe(0);
    expect(opened.sentBy(() => page.connect(true))).toBe(1);
  });
});

describe('F5 a poll in the browser', () => {
  const open = () => new Open({ pollInterval: 1_000 });

  it('waits until the page is visible and online, in whatever order that happens', () => {
    const opened = open();
    const { clock, page } = opened;
    for (const [first, second] of [
      ['show', 'connect'],
      ['connect', 'show'],
    ] as const) {
      page.show(false);
      page.connect(false);
      expect(opened.sentBy(() => clock.pass(5_000))).toBe(0);
      expect(opened.sentBy(() => page[first](true))).toBe(0);
      expect(opened.sentBy(() => clock.pass(5_000))).toBe(0);
      expect(opened.sentBy(() => page[second](true))).toBe(1);
    }
  });

  it('is not sent when the page gains focus while it is offline', () => {
    const opened = open();
    const { clock, page } = opened;
    page.connect(false);
    clock.pass(5_000);
    expect(opened.sentBy(() => page.focus())).toBe(0);
    expect(opened.sentBy(() => page.connect(true))).toBe(1);
  });

  it('goes on as soon as the page is visible, once', () => {
    const opened = open();
    const { clock, page } = opened;
    page.show(false);
    expect(opened.sentBy(() => clock.pass(10_000))).toBe(0);
    expect(opened.sentBy(() => page.show(true))).toBe(1);
    expect(opened.sentBy(() => page.focus())).toBe(0);
    expect(opened.sentBy(() => clock.pass(1_000))).toBe(1);
  });
});
