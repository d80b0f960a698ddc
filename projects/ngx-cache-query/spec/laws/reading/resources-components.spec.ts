import { AsyncPipe } from '@angular/common';
import { provideHttpClient } from '@angular/common/http';
import { HttpTestingController, provideHttpClientTesting } from '@angular/common/http/testing';
import { Component, inject, input, provideZonelessChangeDetection, signal } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import { CacheService } from 'ngx-cache-query';
import { getUser, getUsers } from '../../support/rest-users';

let cache: CacheService;
let http: HttpTestingController;

function setUp(): void {
  TestBed.configureTestingModule({
    providers: [provideHttpClient(), provideHttpClientTesting(), provideZonelessChangeDetection()],
  });
  cache = TestBed.inject(CacheService);
  http = TestBed.inject(HttpTestingController);
}

describe('F8, F4 a resource in a component', () => {
  @Component({
    selector: 'app-user',
    template: `@let state = user();
      @switch (state.status) {
        @case ('resolved') {
          <b>{{ state.value.name }}</b>
        }
        @case ('error') {
          <i>failed</i>
        }
        @default {
          <u>loading</u>
        }
      }`,
  })
  class UserPage {
    readonly #cache = inject(CacheService);
    readonly id = input.required<string>();
    readonly user = this.#cache.resource(getUser, () => [{ id: this.id() }]).snapshot;
  }

  it('reads a required input, and whenStable waits for its request', async () => {
    setUp();
    const fixture = TestBed.createComponent(UserPage);
    const text = () => (fixture.nativeElement as HTMLElement).textContent?.trim();
    fixture.componentRef.setInput('id', 'a');
    await Promise.resolve();
    fixture.detectChanges();
    expect(text()).toBe('loading');
    let stable = false;
    const waiting = fixture.whenStable().then(() => (stable = true));
    await new Promise((done) => setTimeout(done, 20));
    expect(stable).toBeFalse();
    http.expectOne('/users/a').flush({ id: 'a', name: 'Ada' });
    await waiting;
    expect(text()).toBe('Ada');
    fixture.componentRef.setInput('id', 'b');
    fixture.detectChanges();
    http.expectOne('/users/b').flush('none', { status: 404, statusText: 'Not Found' });
    await fixture.whenStable();
    expect(text()).toBe('failed');
    cache.refetch(getUser, { id: 'b' });
    http.expectOne('/users/b').flush({ id: 'b', name: 'Bo' });
    await fixture.whenStable();
    expect(text()).toBe('Bo');
    fixture.destroy();
    cache.refetch(getUser);
    http.verify();
  });

  @Component({ selector: 'app-late', template: `{{ users().isFetching }}` })
  class Late {
    readonly users = inject(CacheService).resource(getUsers).snapshot;
  }
  @Component({
    imports: [AsyncPipe, Late],
    template: `{{ users().isFetching }} {{ (users$ | async)?.status }}
      @if (more()) {
        <app-late />
      }`,
  })
  class Early {
    readonly more = signal(false);
    readonly users = inject(CacheService).resource(getUsers).snapshot;
    readonly users$ = inject(CacheService).watch(getUsers);
  }

  it('may fetch during change detection, and updates components that were checked before', async () => {
    setUp();
    const fixture = TestBed.createComponent(Early);
    const words = () => (fixture.nativeElement as HTMLElement).textContent!.trim().split(/\s+/);
    fixture.detectChanges();
    http.expectOne('/users').flush([]);
    await fixture.whenStable();
    expect(words()).toEqual(['false', 'resolved']);
    const later = Date.now() + 120_000;
    spyOn(Date, 'now').and.returnValue(later); // the data becomes stale without a notification
    fixture.componentInstance.more.set(true);
    fixture.detectChanges();
    await Promise.resolve();
    fixture.detectChanges();
    expect(words()).toEqual(['true', 'resolved', 'true']);
    http.expectOne('/users').flush([]);
    await fixture.whenStable();
    expect(words()).toEqual(['false', 'resolved', 'false']);
  });
});

describe('F8 a resource that is read inside of @if', () => {
  const isOn = signal(true);
  @Component({
    selector: 'app-me',
    template: `@if (isOn()) {
      {{ me.status() }} {{ me.value()?.name }}
    }`,
  })
  class Me {
    protected readonly isOn = isOn;
    protected readonly me = inject(CacheService).resource(getUser, () =>
      isOn() ? [{ id: 'a' }] : undefined,
    );
  }
  let fixture: ReturnType<typeof TestBed.createComponent<Me>>;
  const text = () => (fixture.nativeElement as HTMLElement).textContent.trim();

  beforeEach(async () => {
    setUp();
    isOn.set(true);
    fixture = TestBed.createComponent(Me);
    fixture.detectChanges();
    http.expectOne('/users/a').flush({ id: 'a', name: 'Ada' });
    await fixture.whenStable();
    expect(text()).toBe('resolved Ada');
  });

  it('ends when it has no arguments, and requests again after a clear', async () => {
    isOn.set(false);
    await cache.clear();
    await fixture.whenStable();
    isOn.set(true);
    fixture.detectChanges();
    expect(text()).toBe('loading');
    http.expectOne('/users/a').flush({ id: 'a', name: 'Noor' });
    await fixture.whenStable();
    expect(text()).toBe('resolved Noor');
  });

  it('sends no request when a reset follows the loss of its arguments', async () => {
    isOn.set(false);
    await cache.reset();
    http.verify();
    await fixture.whenStable();
    isOn.set(true);
    fixture.detectChanges();
    http.expectOne('/users/a').flush({ id: 'a', name: 'Noor' });
    await fixture.whenStable();
    expect(text()).toBe('resolved Noor');
  });

  it('is not refetched while it has no arguments', async () => {
    isOn.set(false);
    await fixture.whenStable();
    void cache.refetch(getUser);
    await fixture.whenStable();
    http.verify();
    isOn.set(true);
    fixture.detectChanges();
    http.expectOne('/users/a').flush({ id: 'a', name: 'Noor' });
  });
});
