import type { HttpTestingController } from '@angular/common/http/testing';
import { EnvironmentInjector } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import {
  type CacheService,
  Collection,
  countRows,
  Entity,
  infiniteState,
  offset,
  optimistic,
  paginated,
  Query,
  RestEndpoint,
  restEndpoints,
  Scalar,
  schema,
  typed,
  view,
  where,
  whereEquals,
} from 'ngx-cache-query';
import { setUpMutations } from '../../support/sent-mutations';
import { listenToErrors, listenToWarnings } from '../../support/warnings';
import { watch } from '../../support/watch';

class File extends Entity {
  readonly path: string = '';
  readonly size: number = 0;
  static override readonly indexes = ['size'] as const;
  override pk() {
    return this.path;
  }
}

class Folder extends Entity {
  readonly id: string = '';
  readonly cover: File = new File();
  readonly others: Record<string, File> = {};
  readonly pinned: string = '';
  readonly files: File[] = [];
  static override readonly schema = {
    cover: File,
    others: new schema.Values(new schema.Union({ file: File }, () => 'file')),
    pinned: new schema.Lazy(() => File),
    files: new Collection([File], { nestKey: ({ id }: { id: string }) => ({ folder: id }) }),
  };
}

type Sent = Record<string, unknown>;
const options = {
  path: '/files/:path',
  schema: File,
  searchParams: typed<{ size?: number }>(),
  body: typed<Sent>(),
} as const;
const plain = restEndpoints(options);
const shown = restEndpoints({ ...options, optimistic });
const folders = restEndpoints({ path: '/folders/:id', schema: Folder, body: typed<Sent>() });
const duplicate = new RestEndpoint({
  path: '/files/:path/duplicate',
  method: 'POST',
  schema: File,
  body: undefined,
});

const a = { path: 'a', size: 1 };
const b = { path: 'b', size: 2 };
const c = { path: 'c', size: 3 };

for (const [kind, files] of [
  ['without optimistic', plain],
  ['with optimistic', shown],
] as const) {
  describe(`F14 a row can change its key, ${kind}`, () => {
    let cache: CacheService;
    let http: HttpTestingController;
    let send: ReturnType<typeof setUpMutations>['send'];

    beforeEach(() => {
      ({ cache, http, send } = setUpMutations());
    });
    afterEach(() => http.verify());

    const patch = (path: string, body: Sent) => send(files.partialUpdate, { path }, body).request;
    const load = (endpoint: unknown, args: unknown[], response: object) => {
      const value = watch(cache.watch(endpoint as typeof files.getList, ...(args as [])));
      http.expectOne(({ method }) => method === 'GET').flush(response);
      return () => value.last?.value as unknown;
    };
    const paths = (of: unknown) => (of as File[]).map(({ path, size }) => `${path} ${size}`);

    it('if the response has another key', () => {
      const list = load(files.getList, [], [a, b, c]);
      patch('b', { path: 'x' }).flush({ path: 'x', size: 5 });
      expect(paths(list())).toEqual(['a 1', 'x 5', 'c 3']);
      expect(cache.get(File, 'b')).toBeUndefined();
      expect(cache.get(File, 'x')!.size).toBe(5);
    });

    it('if only the body has another key, and the response is empty', () => {
      const list = load(files.getList, [], [a, b]);
      patch('b', { path: 'x', size: 9 }).flush(null, { status: 204, statusText: 'No Content' });
      expect(paths(list())).toEqual(['a 1', 'x 9']);
      expect(cache.get(File, 'b')).toBeUndefined();
    });

    it('if the response lacks the key', () => {
      const list = load(files.getList, [], [a, b]);
      patch('b', { path: 'x' }).flush({ size: 7 });
      expect(paths(list())).toEqual(['a 1', 'x 7']);
    });

    it('with PUT', () => {
      const list = load(files.getList, [], [a, b]);
      send(files.update, { path: 'a' }, { path: 'x', size: 4 }).request.flush({
        path: 'x',
        size: 4,
      });
      expect(paths(list())).toEqual(['x 4', 'b 2']);
    });

    it('everywhere: in relations of every form, in lists, in responses, at its place', () => {
      const folder = {
        id: 'f',
        cover: a,
        others: { first: a, second: b },
        pinned: 'a',
        files: [b, a, c],
      };
      const one = load(folders.get, [{ id: 'f' }], folder);
      const all = watch(cache.select(new schema.All(File)));
      patch('a', { path: 'x' }).flush({ path: 'x' });
      const value = one() as Folder;
      expect(value.cover.path).toBe('x');
      expect(Object.values(value.others).map(({ path }) => path)).toEqual(['x', 'b']);
      expect(value.pinned).toBe('x');
      expect(paths(value.files)).toEqual(['b 2', 'x 1', 'c 3']);
      expect(paths(all.last)).toEqual(['x 1', 'b 2', 'c 3']);
    });

    it('in views of all entities, and in the groups and counts of these', () => {
      load(files.getList, [], [a, b, c]);
      const all = new schema.All(File);
      const large = watch(cache.select(new Query(all, view(where(({ size }) => size > 1)))));
      const second = watch(cache.select(new Query(all, view(whereEquals({ size: 2 })))));
      const count = watch(cache.select(new Query(all, view(countRows()))));
      patch('b', { path: 'x' }).flush({ path: 'x', size: 2 });
      expect([large, second].map(({ last }) => paths(last))).toEqual([['x 2', 'c 3'], ['x 2']]);
      expect(count.last).toBe(3);
      cache.set(File, { path: 'b', size: 2 });
      expect(paths(second.last)).toEqual(['x 2', 'b 2']);
      expect(count.last).toBe(4);
    });

    it('in one emission', () => {
      load(files.getList, [], [a, b]);
      const list = watch(cache.select(files.getList));
      const request = patch('a', { path: 'x' });
      const before = list.values.length;
      request.flush({ path: 'x' });
      expect(list.values.length - before).toBeLessThanOrEqual(1);
      expect(list.values.every((each) => each?.length === 2)).toBeTrue();
    });

    it('in the response of the detail page, without a request for it', () => {
      const detail = load(files.get, [{ path: 'a' }], a);
      patch('a', { path: 'x' }).flush({ path: 'x', size: 3 });
      expect((detail() as File).path).toBe('x');
      http.expectNone(() => true);
    });

    it('and lets another entity have the old key', () => {
      const list = load(files.getList, [], [a, b]);
      patch('a', { path: 'x' }).flush({ path: 'x' });
      send(files.getList.push, { path: 'a', size: 8 }).request.flush({ path: 'a', size: 8 });
      expect(paths(list())).toEqual(['x 1', 'b 2', 'a 8']);
      cache.delete(File, 'a');
      expect(paths(list())).toEqual(['x 1', 'b 2']);
      patch('x', { path: 'a' }).flush({ path: 'a' });
      expect(paths(list())).toEqual(['a 1', 'b 2']);
    });

    it('and the lists inside it get its key', () => {
      const one = load(folders.get, [{ id: 'f' }], { id: 'f', files: [a] });
      send(folders.partialUpdate, { id: 'f' }, { id: 'g' }).request.flush({ id: 'g' });
      expect((one() as Folder).id).toBe('g');
      expect(paths((one() as Folder).files)).toEqual(['a 1']);
      // A new entity with the old key has a list of its own.
      cache.set(Folder, { id: 'f', files: [b] });
      expect(paths((one() as Folder).files)).toEqual(['a 1']);
      expect(paths(cache.get(Folder, 'f')!.files)).toEqual(['b 2']);
    });

    it('a read that was sent before names it by the old key', () => {
      const list = load(files.getList, [], [a, b]);
      void cache.refetch(files.getList);
      const read = http.expectOne(({ method }) => method === 'GET');
      patch('b', { path: 'x' }).flush({ path: 'x', size: 2 });
      read.flush([c, b, a]);
      expect(paths(list())).toEqual(['c 3', 'x 2', 'a 1']);
      expect(cache.get(File, 'b')).toBeUndefined();
    });

    it('a read that was sent before brings the values of a lens by the old key', () => {
      const fileIn = new Scalar(File, {
        lens: ({ zip }: { zip?: string }) => zip,
        fields: ['size'],
      });
      const sizes = new RestEndpoint({
        path: '/sizes',
        schema: [fileIn],
        searchParams: typed<{ zip: string }>(),
      });
      const inLens = (path: string, zip: string) => cache.get(fileIn, { path, zip })?.size;
      const one = load(sizes, [{ zip: 'fast' }], [{ path: 'a', size: 8 }]);
      const best = watch(cache.watch(sizes, { zip: 'best' }));
      const read = http.expectOne(({ method }) => method === 'GET');
      patch('a', { path: 'x' }).flush({ path: 'x' });
      read.flush([{ path: 'a', size: 5 }]);
      expect([one(), best.last?.value].map(paths)).toEqual([['x 8'], ['x 5']]);
      expect([inLens('x', 'fast'), inLens('x', 'best')]).toEqual([8, 5]);
      expect(cache.get(File, 'a')).toBeUndefined();
    });

    it('a list that was requested before contains it if it was added in the meantime', () => {
      const list = load(files.getList, [], [a]);
      void cache.refetch(files.getList);
      const read = http.expectOne(({ method }) => method === 'GET');
      cache.set(files.getList.schema.push, b);
      patch('b', { path: 'x' }).flush({ path: 'x' });
      read.flush([a]);
      expect(paths(list())).toEqual(['a 1', 'x 2']);
    });

    it('a mutation that was sent before names it by the old key', () => {
      const list = load(files.getList, [], [a, b]);
      const first = patch('b', { size: 6 });
      patch('b', { path: 'x' }).flush({ path: 'x' });
      first.flush({ path: 'b', size: 6 });
      expect(paths(list())).toEqual(['a 1', 'x 6']);
      expect(cache.get(File, 'b')).toBeUndefined();
    });

    it('a mutation of the row that was sent before and fails is taken back', () => {
      const list = load(files.getList, [], [a, b]);
      const first = patch('b', { size: 6 });
      patch('b', { path: 'x' }).flush({ path: 'x' });
      expect(paths(list())).toEqual(['a 1', files === shown ? 'x 6' : 'x 2']);
      first.flush(null, { status: 400, statusText: 'Bad Request' });
      expect(paths(list())).toEqual(['a 1', 'x 2']);
    });

    it('the row may be in the cache under its new key already', () => {
      const list = load(files.getList, [], [a, b]);
      const request = patch('b', { path: 'x' });
      void cache.refetch(files.getList);
      http.expectOne(({ method }) => method === 'GET').flush([a, { path: 'x', size: 2 }]);
      request.flush({ path: 'x', size: 2 });
      expect(paths(list())).toEqual(['a 1', 'x 2']);
      expect(cache.get(File, 'b')).toBeUndefined();
    });

    it('a row that the application has deleted in the meantime stays deleted', () => {
      const list = load(files.getList, [], [a, b]);
      const request = patch('b', { path: 'x' });
      cache.delete(File, 'b');
      request.flush({ path: 'x' });
      expect(paths(list())).toEqual(['a 1']);
      expect(cache.get(File, 'x')).toBeUndefined();
    });

    it('a row that the application has deleted in the meantime stays deleted after a read that was sent before', () => {
      const list = load(files.getList, [], [a, b]);
      const request = patch('b', { path: 'x' });
      void cache.refetch(files.getList);
      const read = http.expectOne(({ method }) => method === 'GET');
      cache.delete(File, 'b');
      request.flush({ path: 'x', size: 2 });
      read.flush([a, b]);
      expect(paths(list())).toEqual(['a 1']);
      expect(cache.get(File, 'x')).toBeUndefined();
    });

    it('a deleted row stays deleted after answers to two mutations and a read that were sent before', () => {
      const list = load(files.getList, [], [a, b]);
      const request = patch('b', { path: 'x' });
      const later = patch('b', { size: 5 });
      void cache.refetch(files.getList);
      const read = http.expectOne(({ method }) => method === 'GET');
      cache.delete(File, 'b');
      request.flush({ path: 'x', size: 2 });
      later.flush({ path: 'x', size: 5 });
      read.flush([a, b]);
      expect(paths(list())).toEqual(['a 1']);
      expect(cache.get(File, 'x')).toBeUndefined();
    });

    it('a row stays deleted that the cache did not know', () => {
      const request = patch('b', { path: 'x' });
      const list = watch(cache.watch(files.getList));
      const read = http.expectOne(({ method }) => method === 'GET');
      cache.delete(File, 'b');
      request.flush({ path: 'x', size: 2 });
      read.flush([a, b]);
      expect(paths(list.last!.value)).toEqual(['a 1']);
      expect(cache.get(File, 'x')).toBeUndefined();
    });

    it('another entity with the old key is shown to who waits for it, also if the row was deleted', () => {
      load(files.getList, [], [a, b]);
      const byKey = watch(cache.select(File, 'b'));
      const request = patch('b', { path: 'x' });
      cache.delete(File, 'b');
      request.flush({ path: 'x', size: 2 });
      expect(byKey.last).toBeUndefined();
      cache.set(File, { path: 'b', size: 8 });
      expect(byKey.last?.size).toBe(8);
    });

    it('an entity is shown to who waits for its old key, although the cache did not know the row', () => {
      const byKey = watch(cache.select(File, 'b'));
      patch('b', { path: 'x' }).flush({ path: 'x', size: 2 });
      expect(byKey.last).toBeUndefined();
      cache.set(File, { path: 'b', size: 8 });
      expect(byKey.last?.size).toBe(8);
    });

    for (const [key, path] of [
      ['old', 'b'],
      ['new', 'x'],
    ] as const) {
      it(`another entity with the old key stays when an earlier mutation is answered with the ${key} one`, () => {
        const list = load(files.getList, [], [a, b]);
        const request = patch('b', { path: 'x' });
        const later = patch('b', { size: 5 });
        request.flush({ path: 'x', size: 2 });
        cache.set(files.getList.schema.push, { path: 'b', size: 8 });
        later.flush({ path, size: 5 });
        expect(paths(list())).toEqual(['a 1', 'x 5', 'b 8']);
      });
    }

    it('a response that cannot be written changes nothing', () => {
      listenToErrors();
      const list = load(files.getList, [], [a, b, c]);
      expect(cache.get(File, { size: 2 })?.path).toBe('b');
      const broken = files.partialUpdate.extend({ refetches: () => [undefined as never] });
      const { request, values } = send(broken, { path: 'b' }, { path: 'x' });
      request.flush({ path: 'x', size: 9 });
      expect(values.errors).toEqual([jasmine.objectContaining({ code: 'NCQ4003' })]);
      expect(paths(list())).toEqual(['a 1', 'b 2', 'c 3']);
      expect([cache.get(File, 'x'), cache.get(File, 'b')?.size]).toEqual([undefined, 2]);
      cache.set(File, { path: 'b', size: 5 });
      expect(cache.get(File, { size: 2 })).toBeUndefined();
      patch('b', { path: 'y' }).flush({ path: 'y' });
      expect(paths(list())).toEqual(['a 1', 'y 5', 'c 3']);
    });

    it('a response that cannot be written leaves those who wait for either key', () => {
      listenToErrors();
      const [old, next] = ['b', 'x'].map((path) => watch(cache.select(File, path)));
      load(files.getList, [], [a, b]);
      const broken = files.partialUpdate.extend({ refetches: () => [undefined as never] });
      const { request } = send(broken, { path: 'b' }, { path: 'x' });
      request.flush({ path: 'x', size: 9 });
      cache.set(File, { path: 'x', size: 3 });
      cache.set(File, { path: 'b', size: 4 });
      expect([old, next].map(({ last }) => last?.size)).toEqual([4, 3]);
    });

    it('a request that fails changes nothing', () => {
      const list = load(files.getList, [], [a, b]);
      patch('b', { path: 'x', size: 9 }).flush(null, { status: 400, statusText: 'Bad Request' });
      expect(paths(list())).toEqual(['a 1', 'b 2']);
    });
  });
}

describe('F14 a row can change its key', () => {
  let cache: CacheService;
  let http: HttpTestingController;
  let send: ReturnType<typeof setUpMutations>['send'];

  beforeEach(() => {
    ({ cache, http, send } = setUpMutations());
    cache.set([File], [a, b]);
  });
  afterEach(() => http.verify());

  it('a pending change of the key shows with the answer, because links and requests use what is shown', () => {
    const { request } = send(shown.partialUpdate, { path: 'a' }, { path: 'x', size: 5 });
    expect(cache.get(File, 'a')).toEqual(jasmine.objectContaining({ path: 'a', size: 5 }));
    expect(cache.get(File, 'x')).toBeUndefined();
    request.flush({ path: 'x', size: 5 });
    expect(cache.get(File, 'a')).toBeUndefined();
    expect(cache.get(File, 'x')!.size).toBe(5);
  });

  it('with a suffix in the path, and with a path as the key', () => {
    const text = restEndpoints({ ...options, path: '/files/:path.txt' });
    send(text.partialUpdate, { path: 'a' }, { path: 'x' }).request.flush({ path: 'x' });
    expect([cache.get(File, 'a'), cache.get(File, 'x')?.size]).toEqual([undefined, 1]);
    const deep = restEndpoints({ ...options, path: '/files/*path' });
    send(deep.partialUpdate, { path: 'b' }, { path: 'y' }).request.flush({ path: 'y' });
    expect([cache.get(File, 'b'), cache.get(File, 'y')?.size]).toEqual([undefined, 2]);
  });

  it('an entity whose creation was answered while an earlier mutation is in flight', () => {
    const list = watch(cache.watch(shown.getList));
    http.expectOne(({ method }) => method === 'GET').flush([a]);
    const { request: pending } = send(shown.partialUpdate, { path: 'a' }, { size: 7 });
    send(plain.getList.push, { path: 'new', size: 1 }).request.flush({ path: 'new', size: 1 });
    const { request } = send(shown.partialUpdate, { path: 'new' }, { path: 'x', size: 2 });
    const paths = () => list.last!.value!.map(({ path, size }) => `${path} ${size}`);
    expect(paths()).toEqual(['a 7', 'new 2']);
    request.flush({ path: 'x', size: 2 });
    expect(paths()).toEqual(['a 7', 'x 2']);
    pending.flush({ path: 'a', size: 7 });
    expect(paths()).toEqual(['a 7', 'x 2']);
    expect(cache.get(File, 'new')).toBeUndefined();
  });

  for (const [kind, { partialUpdate }] of [
    ['plain', plain],
    ['optimistic', shown],
  ] as const) {
    it(`an entity whose creation is answered later, by a change that is ${kind}`, () => {
      const list = watch(cache.watch(shown.getList));
      http.expectOne(({ method }) => method === 'GET').flush([a]);
      const creation = send(shown.getList.push, { path: 'new', size: 2 }).request;
      send(partialUpdate, { path: 'new' }, { path: 'x' }).request.flush({ path: 'x' });
      const paths = () => list.last!.value!.map(({ path, size }) => `${path} ${size}`);
      expect(paths()).toEqual(['a 1', 'x 2']);
      creation.flush({ path: 'new', size: 2 });
      expect(paths()).toEqual(['a 1', 'x 2']);
      expect(cache.get(File, 'new')).toBeUndefined();
    });
  }

  it('on a loaded page of an infinite list, which stays loaded', () => {
    const pages = paginated(plain.getList, 'skip', offset({ size: 2 }));
    const injector = TestBed.inject(EnvironmentInjector);
    const list = watch(infiniteState(pages, {}, { injector }));
    const answer = (url: string, files: object[]) => http.expectOne(url).flush(files);
    answer('/files', [a, b]);
    list.last!.loadMore();
    answer('/files?skip=2', [c, { path: 'd', size: 4 }]);
    send(plain.partialUpdate, { path: 'a' }, { path: 'x' }).request.flush({ path: 'x' });
    list.last!.loadMore();
    answer('/files?skip=4', [{ path: 'e', size: 5 }]);
    expect(list.last!.items!.map(({ path }) => path)).toEqual(['x', 'b', 'c', 'd', 'e']);
  });

  it('on a page of an infinite list that was requested before', () => {
    const pages = paginated(plain.getList, 'skip', offset({ size: 2 }));
    const injector = TestBed.inject(EnvironmentInjector);
    const list = watch(infiniteState(pages, {}, { injector }));
    http.expectOne('/files').flush([a, b]);
    list.last!.loadMore();
    const page = http.expectOne('/files?skip=2');
    cache.set(File, c);
    send(plain.partialUpdate, { path: 'c' }, { path: 'x' }).request.flush({ path: 'x' });
    page.flush([c, { path: 'd', size: 4 }]);
    expect(list.last!.items!.map(({ path }) => path)).toEqual(['a', 'b', 'x', 'd']);
  });

  it('an entity that was created before it had an id', () => {
    const list = watch(cache.watch(shown.getList));
    http.expectOne(({ method }) => method === 'GET').flush([a]);
    send(shown.getList.push, { path: 'new', size: 1 }).request.flush({ path: 'new', size: 1 });
    send(shown.partialUpdate, { path: 'new' }, { path: 'x' }).request.flush({ path: 'x' });
    expect(list.last!.value!.map(({ path }) => path)).toEqual(['a', 'x']);
  });

  it('a created entity, unless the response cannot be written', () => {
    listenToErrors();
    const list = watch(cache.watch(shown.getList));
    http.expectOne(({ method }) => method === 'GET').flush([a]);
    const paths = () => list.last!.value!.map(({ path, size }) => `${path} ${size}`);
    send(shown.getList.push, { size: 1 }).request.flush({ path: 'new', size: 1 });
    const broken = shown.partialUpdate.extend({ refetches: () => [undefined as never] });
    send(broken, { path: 'new' }, { path: 'x' }).request.flush({ path: 'x' });
    expect(paths()).toEqual(['a 1', 'new 1']);
    send(shown.getList.remove, { path: 'new' }).request.flush({ path: 'new', size: 2 });
    expect([paths(), cache.get(File, 'new')?.size]).toEqual([['a 1'], 2]);
    cache.delete(File, 'new');
    send(plain.getList.push, { path: 'new', size: 3 }).request.flush({ path: 'new', size: 3 });
    expect(paths()).toEqual(['a 1', 'new 3']);
  });

  it('the answer of another endpoint is another entity, with a warning', () => {
    const warn = listenToWarnings();
    for (const endpoint of [duplicate, duplicate.extend({ path: '/files/:path' })]) {
      send(endpoint, { path: 'a' }).request.flush({ path: 'copy of a', size: 1 });
      expect(cache.get(File, 'a')!.size).toBe(1);
      expect(cache.get(File, 'copy of a')!.size).toBe(1);
      expect(warn.calls.mostRecent().args.join()).toContain(
        `${endpoint.name}: the path names the File with the key a`,
      );
    }
  });

  it('the answer of another endpoint has no warning if its path names no known entity', () => {
    const warn = listenToWarnings();
    send(duplicate, { path: 'of another class' }).request.flush({ path: 'new', size: 1 });
    expect(cache.get(File, 'new')!.size).toBe(1);
    expect(warn).not.toHaveBeenCalled();
  });
});
