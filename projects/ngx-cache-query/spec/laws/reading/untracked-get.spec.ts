import { Component, computed, effect, inject, signal, untracked } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import { CacheService, Query } from 'ngx-cache-query';
import { allUsers, User } from '../../support/models';
import { render } from '../../support/render';
import { listenToWarnings } from '../../support/warnings';

const count = new Query(allUsers, (users) => users.length);

describe('F8 get where Angular expects a signal', () => {
  let cache: CacheService;
  let warn: jasmine.Spy;
  beforeEach(() => {
    warn = listenToWarnings();
    cache = TestBed.inject(CacheService);
    cache.set([User], []);
  });

  it('warns inside computed, once, and names the alternatives', () => {
    const twice = [computed(() => cache.get(count)), computed(() => cache.get(allUsers))];
    for (const read of twice) read();
    expect(warn).toHaveBeenCalledTimes(1);
    const [message] = warn.calls.first().args as [string];
    for (const part of ['cache.get', 'selectSignal', 'untracked']) expect(message).toContain(part);
  });

  it('warns inside an effect', () => {
    TestBed.runInInjectionContext(() => effect(() => void cache.get(count)));
    TestBed.tick();
    expect(warn).toHaveBeenCalledTimes(1);
  });

  it('warns inside a template, and not in a constructor or a listener', async () => {
    @Component({ selector: 'app-inner', template: `<button (click)="read()">Read</button>` })
    class Inner {
      readonly #cache = inject(CacheService);
      readonly first = this.#cache.get(count);
      read(): void {
        this.#cache.get(count);
      }
    }
    @Component({
      template: `@if (shown()) {
          <app-inner />
        }
        {{ reads() ? read() : '' }}`,
      imports: [Inner],
    })
    class Outer {
      readonly #cache = inject(CacheService);
      readonly shown = signal(false);
      readonly reads = signal(false);
      read(): unknown {
        return this.#cache.get(count);
      }
    }
    const fixture = render(Outer);
    await fixture.whenStable();
    fixture.componentInstance.shown.set(true);
    await fixture.whenStable();
    (fixture.nativeElement as HTMLElement).querySelector('button')!.click();
    expect(warn).not.toHaveBeenCalled();
    fixture.componentInstance.reads.set(true);
    await fixture.whenStable();
    expect(warn).toHaveBeenCalledTimes(1);
  });

  it('does not warn inside process, inside untracked, or for what a signal reads', () => {
    const names = new Query(count, () => cache.get(allUsers)?.map(({ name }) => name));
    const users = TestBed.runInInjectionContext(() => cache.selectSignal(names));
    const reads = [computed(() => users()), computed(() => untracked(() => cache.get(names)))];
    for (const read of reads) expect(read()).toEqual([]);
    cache.get(names);
    expect(warn).not.toHaveBeenCalled();
  });
});
