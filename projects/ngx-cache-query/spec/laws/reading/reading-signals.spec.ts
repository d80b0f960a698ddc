import { AsyncPipe } from '@angular/common';
import {
  ChangeDetectionStrategy,
  Component,
  computed,
  effect,
  inject,
  Injector,
  input,
  type Signal,
  signal,
} from '@angular/core';
import { TestBed } from '@angular/core/testing';
import { CacheService, Query } from 'ngx-cache-query';
import { allUsers, User } from '../../support/models';
import { render, textOf } from '../../support/render';

const named = new Query(allUsers, (users, { name }: { name: string }) =>
  users.filter((user) => user.name === name),
);

describe('R1 to R8 through selectSignal', () => {
  let cache: CacheService;
  let calls: number;
  const count = new Query(allUsers, (users) => (calls++, users.length));
  const here = <T>(make: () => T): T => TestBed.runInInjectionContext(make);

  beforeEach(() => {
    calls = 0;
    cache = TestBed.inject(CacheService);
  });

  it('returns the current result, right after every commit', () => {
    const size = here(() => cache.selectSignal(count));
    expect(size()).toBeUndefined();
    cache.set([User], [{ id: 'a' }]);
    expect(size()).toBe(1);
    cache.set(User, { id: 'b' });
    cache.set(User, { id: 'c' });
    expect([size(), calls]).toEqual([3, 2]);
  });

  it('computes nothing before its first read', () => {
    cache.set([User], []);
    const size = here(() => cache.selectSignal(count));
    cache.set(User, { id: 'a' });
    expect(calls).toBe(0);
    expect([size(), calls]).toEqual([1, 1]);
  });

  it('computes once for all readers, and only what changed', () => {
    cache.set([User], [{ id: 'a' }]);
    const [one, two] = here(() => [cache.selectSignal(count), cache.selectSignal(count)]);
    const doubled = computed(() => (one() ?? 0) * 2);
    cache.select(count).subscribe();
    expect([one(), two(), doubled(), calls]).toEqual([1, 1, 2, 1]);
    cache.set(User, { id: 'b' });
    expect([one(), two(), doubled(), calls]).toEqual([2, 2, 4, 2]);
  });

  it('notifies only when the result changed', () => {
    const user = here(() => cache.selectSignal(User, 'a'));
    const seen: (string | undefined)[] = [];
    here(() => effect(() => seen.push(user()?.name)));
    TestBed.tick();
    cache.set([User], [{ id: 'a', name: 'Ada' }, { id: 'b' }]);
    TestBed.tick();
    cache.set(User, { id: 'b', name: 'Bob' });
    cache.set(User, { id: 'a', name: 'Ada' });
    TestBed.tick();
    expect(seen).toEqual([undefined, 'Ada']);
  });

  it('is up to date during a notification', () => {
    const size = here(() => cache.selectSignal(count));
    const seen: (number | undefined)[] = [size()];
    cache.select(allUsers).subscribe(() => seen.push(size()));
    cache.set(User, { id: 'a' });
    expect(seen).toEqual([undefined, undefined, 1]);
  });

  it('agrees with get inside a batch, and is restored when the batch throws', () => {
    cache.set([User], []);
    const size = here(() => cache.selectSignal(count));
    const seen: (number | undefined)[] = [size()];
    const run = () =>
      cache.batch(() => {
        cache.set(User, { id: 'a' });
        seen.push(size());
        cache.set(User, { id: 'b' });
        seen.push(size());
        if (seen.length < 5) throw new Error('no');
      });
    expect(run).toThrowError('no');
    seen.push(size());
    run();
    seen.push(size());
    expect(seen).toEqual([0, 1, 2, 0, 1, 2, 2]);
  });

  it('may be read by an effect that writes', () => {
    cache.set([User], []);
    const size = here(() => cache.selectSignal(count));
    here(() =>
      effect(() => {
        if (size()! < 5) cache.set(User, { id: `u${size()}` });
      }),
    );
    for (let i = 0; i < 10; i++) TestBed.tick();
    expect(size()).toBe(5);
  });

  it('is disabled by a sole null', () => {
    cache.set([User], []);
    expect(here(() => cache.selectSignal(User, null))()).toBeUndefined();
  });

  it('needs an injection context, or for selectSignal an injector', () => {
    expect(() => cache.selectSignal(count)).toThrowError(/NG0?203/);
    expect(() => cache.selectSignal(User, () => ['a'])).toThrowError(/NG0?203/);
    const injector = TestBed.inject(Injector);
    expect(cache.selectSignal(User, () => ['a'], { injector })()).toBeUndefined();
  });

  it('may be read in computed signals that come and go', () => {
    cache.set([User], [{ id: 'a', name: 'Ada' }]);
    const user = here(() => cache.selectSignal(User, 'a'));
    expect(computed(() => user()?.name)()).toBe('Ada');
    cache.set(User, { id: 'a', name: 'Adele' });
    expect(computed(() => user()?.name)()).toBe('Adele');
  });
});

describe('R6 selectSignal', () => {
  let cache: CacheService;
  beforeEach(() => {
    cache = TestBed.inject(CacheService);
    cache.set(
      [User],
      [
        { id: 'a', name: 'Ada' },
        { id: 'b', name: 'Bob' },
      ],
    );
  });

  it('updates with its arguments, and switches only when the key differs', () => {
    let calls = 0;
    const query = new Query(allUsers, (users, { id }: { id: string }) => {
      calls++;
      return users.find((user) => user.id === id)?.name;
    });
    const id = signal('a');
    const noise = signal(0);
    const name = TestBed.runInInjectionContext(() =>
      cache.selectSignal(query, () => (noise(), [{ id: id() }])),
    );
    expect(name()).toBe('Ada');
    noise.set(1);
    expect([name(), calls]).toEqual(['Ada', 1]);
    id.set('b');
    expect([name(), calls]).toEqual(['Bob', 2]);
    cache.set(User, { id: 'b', name: 'Bobby' });
    expect([name(), calls]).toEqual(['Bobby', 3]);
  });

  it('is disabled and enabled with null', () => {
    const id = signal<string | null>(null);
    const user = TestBed.runInInjectionContext(() => cache.selectSignal(User, () => [id()]));
    expect(user()).toBeUndefined();
    id.set('a');
    expect(user()?.name).toBe('Ada');
    id.set(null);
    expect(user()).toBeUndefined();
  });

  it('recovers when its arguments no longer throw', () => {
    const id = signal('');
    const user = TestBed.runInInjectionContext(() =>
      cache.selectSignal(User, () => {
        if (id() === '') throw new Error('no id');
        return [id()];
      }),
    );
    expect(() => user()).toThrowError('no id');
    id.set('a');
    expect(user()?.name).toBe('Ada');
  });
});

@Component({
  selector: 'ncq-user',
  changeDetection: ChangeDetectionStrategy.OnPush,
  imports: [AsyncPipe],
  template: `{{ looked() }}{{ user()?.name }}/{{ (user$ | async)?.name }}/{{ same()?.length }}`,
})
class UserView {
  static detections = 0;
  readonly id = input.required<string>();
  readonly #cache = inject(CacheService);
  readonly user: Signal<User | undefined> = this.#cache.selectSignal(User, () => [this.id()]);
  readonly user$ = this.#cache.select(User, 'a');
  readonly same = this.#cache.selectSignal(named, () => [{ name: this.user()?.name ?? '' }]);
  looked(): string {
    UserView.detections++;
    return '';
  }
}

describe('R1 in a component', () => {
  let cache: CacheService;
  beforeEach(() => (cache = TestBed.inject(CacheService)));

  it('renders the cached data, with one change detection per commit', async () => {
    const fixture = render(UserView, { id: 'a' });
    expect(await textOf(fixture)).toBe('//');
    UserView.detections = 0;
    cache.set(
      [User],
      [
        { id: 'a', name: 'Ada' },
        { id: 'b', name: 'Bob' },
        { id: 'c', name: 'Bob' },
      ],
    );
    expect(await textOf(fixture)).toBe('Ada/Ada/1');
    expect(UserView.detections).toBe(1);
    fixture.componentRef.setInput('id', 'b');
    expect(await textOf(fixture)).toBe('Bob/Ada/2');
    UserView.detections = 0;
    cache.set(User, { id: 'd', name: 'not rendered' });
    expect(await textOf(fixture)).toBe('Bob/Ada/2');
    expect(UserView.detections).toBe(0);
  });

  it('computes nothing after the component is destroyed', () => {
    let calls = 0;
    const query = new Query(allUsers, (users) => (calls++, users.length));
    @Component({ selector: 'ncq-count', template: '{{ count() }}' })
    class CountView {
      readonly count = inject(CacheService).selectSignal(query);
    }
    cache.set([User], []);
    const fixture = TestBed.createComponent(CountView);
    fixture.detectChanges();
    cache.set(User, { id: 'a' });
    expect(fixture.componentInstance.count()).toBe(1);
    fixture.destroy();
    cache.set(User, { id: 'b' });
    expect([fixture.componentInstance.count(), calls]).toEqual([1, 2]);
  });
});
