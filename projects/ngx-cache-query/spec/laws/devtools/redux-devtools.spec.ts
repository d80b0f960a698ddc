import { createEnvironmentInjector, EnvironmentInjector } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import { All, CacheService, Entity, provideCache, Query } from 'ngx-cache-query';
import {
  CacheDevtools,
  withDevtools,
  withPerformanceTrack,
  withReduxDevtools,
} from 'ngx-cache-query/devtools';
import { watch } from '../../support/watch';

class Task extends Entity {
  readonly id: number = 0;
  readonly title: string = '';
  static override readonly key: string = 'ReduxTask';
}
class Secret extends Entity {
  readonly id: number = 0;
  static override readonly key: string = 'ReduxSecret';
  static override readonly sensitive = true;
}
const titles = new Query(new All(Task), (all) => all.map(({ title }) => title).join());

/** The extension, with the protocol of version 3.2. */
class FakeExtension {
  options: object | undefined;
  inits: unknown[] = [];
  sent: { readonly action: string; readonly state: unknown }[] = [];
  #listener: ((message: object) => void) | undefined;

  connect(options: object) {
    this.options = options;
    return {
      init: (state: unknown) => this.inits.push(JSON.parse(JSON.stringify(state))),
      send: ({ type }: { type: string }, state: unknown) =>
        this.sent.push({ action: type, state: JSON.parse(JSON.stringify(state)) }),
      subscribe: (listener: (message: object) => void) => {
        this.#listener = listener;
        return () => (this.#listener = undefined);
      },
    };
  }

  get isSubscribed(): boolean {
    return this.#listener !== undefined;
  }

  message(type: string): void {
    this.#listener?.({ type });
  }

  dispatch(type: string, more: object = {}): void {
    const { state, ...payload } = more as { state?: unknown };
    this.#listener?.({
      type: 'DISPATCH',
      payload: { type, ...payload },
      ...(state !== undefined && { state: JSON.stringify(state) }),
    });
  }
}

describe('D3 Redux DevTools', () => {
  const page = globalThis as { __REDUX_DEVTOOLS_EXTENSION__?: FakeExtension };
  let extension: FakeExtension;
  let cache: CacheService;
  let seen: () => string | undefined;

  beforeEach(() => {
    page.__REDUX_DEVTOOLS_EXTENSION__ = extension = new FakeExtension();
    TestBed.configureTestingModule({
      providers: [provideCache(withDevtools({ name: 'Shop' }), withReduxDevtools())],
    });
    cache = TestBed.inject(CacheService);
    const watched = watch(cache.select(titles));
    seen = () => watched.last;
    cache.set(Task, { id: 1, title: 'a' });
    cache.set(Task, { id: 1, title: 'b' });
    cache.delete(Task, 1);
  });
  afterEach(() => delete page.__REDUX_DEVTOOLS_EXTENSION__);

  it('ask once per table whether it is sensitive', () => {
    const isSensitive = spyOn(TestBed.inject(CacheDevtools).recorder.cache, 'isSensitive');
    isSensitive.and.callThrough();
    const asked = (rows: number) => {
      isSensitive.calls.reset();
      cache.batch(() => {
        for (let id = 1; id <= rows; id++) cache.set(Task, { id, title: `${rows}` });
        cache.set(Secret, { id: rows });
      });
      return isSensitive.calls.count();
    };
    expect(asked(50)).toBe(asked(1));
    expect(Object.keys((extension.sent.at(-1)!.state as { changed: object }).changed)).toEqual([
      'ReduxTask',
    ]);
  });

  it('receive each commit with what it changed, and with the sizes of the tables only', () => {
    expect(extension.options).toEqual(
      jasmine.objectContaining({
        name: 'Shop',
        features: jasmine.objectContaining({ jump: true, skip: false, reorder: false }),
      }),
    );
    expect(extension.inits).toEqual([{ commit: 0, changed: {}, tables: {} }]);
    const state = (commit: number, row: object | null, size: number) => ({
      commit,
      changed: { ReduxTask: { 1: row } },
      tables: { ReduxTask: size },
    });
    expect(extension.sent).toEqual([
      { action: 'write', state: state(1, { id: 1, title: 'a' }, 1) },
      { action: 'write', state: state(2, { id: 1, title: 'b' }, 1) },
      { action: 'write', state: state(3, null, 0) },
    ]);
    cache.set(Secret, { id: 12345 });
    expect(JSON.stringify(extension.sent)).not.toContain('12345');
  });

  it('jump to a commit and back to the present', () => {
    extension.dispatch('JUMP_TO_ACTION', { actionId: 1, state: extension.sent[0].state });
    expect(seen()).toBe('a');
    extension.dispatch('JUMP_TO_STATE', { index: 2, state: extension.sent[1].state });
    expect(seen()).toBe('b');
    cache.set(Task, { id: 2, title: 'new' });
    expect(seen()).toBe('b');
    extension.dispatch('JUMP_TO_STATE', { index: 4, state: extension.sent[3].state });
    expect(seen()).toBe('new');
  });

  it('pause, lock, begin again, and end', () => {
    extension.dispatch('PAUSE_RECORDING', { status: true });
    cache.set(Task, { id: 2, title: 'x' });
    extension.dispatch('PAUSE_RECORDING', { status: false });
    cache.set(Task, { id: 2, title: 'y' });
    expect(extension.sent.length).toBe(4);
    extension.dispatch('LOCK_CHANGES', { status: true });
    cache.set(Task, { id: 2, title: 'z' });
    expect(seen()).toBe('y');
    extension.dispatch('LOCK_CHANGES', { status: false });
    expect(seen()).toBe('z');
    for (const type of ['COMMIT', 'RESET', 'ROLLBACK']) extension.dispatch(type);
    extension.message('START');
    expect(extension.inits.length).toBe(5);
    extension.dispatch('JUMP_TO_STATE', { state: extension.sent[0].state });
    extension.message('STOP');
    expect(seen()).toBe('z');
    extension.dispatch('TOGGLE_ACTION', { id: 1 });
    extension.message('ACTION');
    expect(seen()).toBe('z');
    TestBed.resetTestingModule();
    expect(extension.isSubscribed).toBeFalse();
  });

  it('import the rows of an exported file', () => {
    const computedStates = extension.sent.slice(0, 2);
    extension.dispatch('IMPORT_STATE', { nextLiftedState: { computedStates } });
    expect(seen()).toBe('b');
  });

  it('are named in the error if the devtools are missing', () => {
    const parent = TestBed.inject(EnvironmentInjector);
    const create = (feature: () => ReturnType<typeof withReduxDevtools>) =>
      createEnvironmentInjector([provideCache(feature())], parent).get(CacheService);
    expect(() => create(() => withReduxDevtools())).toThrowError(
      /withReduxDevtools.* withDevtools/,
    );
    expect(() => create(() => withPerformanceTrack())).toThrowError(/withPerformanceTrack/);
  });
});

describe('D3 the performance panel', () => {
  it('receives commits, queries and requests as tracks', () => {
    const drawn = spyOn(console, 'timeStamp');
    TestBed.configureTestingModule({
      providers: [provideCache(withDevtools(), withPerformanceTrack())],
    });
    const cache = TestBed.inject(CacheService);
    watch(cache.select(titles));
    cache.set(Task, { id: 1, title: 'a' });
    const tracks = drawn.calls.allArgs() as unknown as [string, number, number, string, string][];
    expect(
      tracks.map(([label, start, end, track, group]) => [label, start <= end, track, group]),
    ).toEqual([
      [
        jasmine.stringContaining('commit 1: a call of the application') as never,
        true,
        'Commits',
        'ngx-cache-query',
      ],
      ['a Query of All(ReduxTask)', true, 'Queries', 'ngx-cache-query'],
    ]);
  });
});
