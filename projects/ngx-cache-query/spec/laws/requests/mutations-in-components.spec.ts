import type { HttpTestingController } from '@angular/common/http/testing';
import {
  createEnvironmentInjector,
  effect,
  EnvironmentInjector,
  ErrorHandler,
  signal,
} from '@angular/core';
import { TestBed } from '@angular/core/testing';
import { CacheError, type CacheService, Endpoint } from 'ngx-cache-query';
import { of } from 'rxjs';
import { User } from '../../support/models';
import { getUser, renameUser, setUpRest } from '../../support/rest-users';

const down = { status: 503, statusText: 'Unavailable' };
const settled = () => new Promise((done) => setTimeout(done));

let cache: CacheService;
let http: HttpTestingController;
let handle: jasmine.Spy;

describe('F9 mutation', () => {
  beforeEach(() => {
    ({ cache, http } = setUpRest());
    handle = spyOn(TestBed.inject(ErrorHandler), 'handleError');
  });
  const renaming = () => TestBed.runInInjectionContext(() => cache.mutation(renameUser));

  it('sends a request, and has its state and its response', async () => {
    const rename = renaming();
    expect([rename.isPending(), rename.value(), rename.error()]).toEqual([
      false,
      undefined,
      undefined,
    ]);
    rename.mutate({ id: 'a' }, { name: 'Ada' });
    expect(rename.isPending()).toBeTrue();
    http.expectOne('/users/a').flush({ id: 'a', name: 'Ada' });
    await settled();
    expect([rename.isPending(), rename.value()?.name]).toEqual([false, 'Ada']);
    expect(cache.get(User, 'a')?.name).toBe('Ada');
    rename.clear();
    expect(rename.value()).toBeUndefined();
  });

  it('has the error of a failed request until the next run', async () => {
    const rename = renaming();
    rename.error();
    rename.mutate({ id: 'a' }, { name: 'Ada' });
    http.expectOne('/users/a').flush('down', down);
    await settled();
    expect([rename.isPending(), rename.error()?.status]).toEqual([false, 503]);
    rename.mutate({ id: 'a' }, { name: 'Ada' });
    expect(rename.error()).toBeUndefined();
    http.expectOne('/users/a').flush({ id: 'a' });
    await settled();
    expect(handle).not.toHaveBeenCalled();
  });

  it('reports an error that no reader sees', async () => {
    const rename = renaming();
    rename.mutate({ id: 'a' }, { name: 'Ada' });
    http.expectOne('/users/a').flush('down', down);
    await settled();
    expect(handle).toHaveBeenCalledOnceWith(jasmine.any(CacheError));
  });

  it('returns a promise, which rejects with the error', async () => {
    const rename = renaming();
    const [right, wrong] = [
      rename.mutateAsync({ id: 'a' }, { name: 'Ada' }),
      rename.mutateAsync({ id: 'b' }, { name: 'Bo' }),
    ];
    http.expectOne('/users/b').flush('down', down);
    http.expectOne('/users/a').flush({ id: 'a', name: 'Ada' });
    expect((await right).name).toBe('Ada');
    await expectAsync(wrong).toBeRejectedWith(jasmine.any(CacheError));
    expect([rename.value(), rename.error()?.status]).toEqual([undefined, 503]);
    expect(handle).not.toHaveBeenCalled();
  });

  it('runs in parallel, and shows the value of the last run and the error of any', async () => {
    const rename = renaming();
    rename.error();
    rename.mutate({ id: 'a' }, { name: 'Ada' });
    rename.mutate({ id: 'b' }, { name: 'Bo' });
    http.expectOne('/users/b').flush({ id: 'b', name: 'Bo' });
    await settled();
    expect([rename.isPending(), rename.value()?.name]).toEqual([true, 'Bo']);
    http.expectOne('/users/a').flush('down', down);
    await settled();
    expect([rename.isPending(), rename.value()?.name, rename.error()?.code]).toEqual([
      false,
      'Bo',
      'NCQ5003',
    ]);
    expect(handle).not.toHaveBeenCalled();
  });

  it('survives its component, and reports the errors that are then shown nowhere', async () => {
    const injector = createEnvironmentInjector([], TestBed.inject(EnvironmentInjector));
    const rename = cache.mutation(renameUser, { injector });
    rename.error();
    rename.mutate({ id: 'a' }, { name: 'Ada' });
    rename.mutate({ id: 'b' }, { name: 'Bo' });
    injector.destroy();
    http.expectOne('/users/a').flush({ id: 'a', name: 'Ada' });
    http.expectOne('/users/b').flush('down', down);
    await settled();
    expect(cache.get(User, 'a')?.name).toBe('Ada');
    expect(handle).toHaveBeenCalledTimes(1);
  });

  it('survives its component, and reports nothing if the cache was emptied then', async () => {
    const injector = createEnvironmentInjector([], TestBed.inject(EnvironmentInjector));
    cache.mutation(renameUser, { injector }).mutate({ id: 'a' }, { name: 'Ada' });
    injector.destroy();
    void cache.clear();
    http.expectOne('/users/a').flush({ id: 'a', name: 'Ada' });
    await settled();
    expect(cache.get(User, 'a')).toBeUndefined();
    expect(handle).not.toHaveBeenCalled();
  });

  it('calls back after each success, with the response and the arguments', async () => {
    const calls: unknown[] = [];
    const rename = TestBed.runInInjectionContext(() =>
      cache.mutation(renameUser, {
        onSuccess: (user, { id }, { name }) => {
          expect([rename.isPending(), cache.get(User, `${id}`)]).toEqual([false, user]);
          calls.push([id, name]);
        },
      }),
    );
    const failed = rename.mutateAsync({ id: 'a' }, { name: 'Ada' });
    http.expectOne('/users/a').flush('down', down);
    await expectAsync(failed).toBeRejected();
    expect(calls).toEqual([]);
    for (const id of ['a', 'b']) {
      rename.mutate({ id }, { name: 'Ada' });
      http.expectOne(`/users/${id}`).flush({ id, name: 'Ada' });
      await settled();
    }
    expect(calls).toEqual([
      ['a', 'Ada'],
      ['b', 'Ada'],
    ]);
  });

  it('calls back after each failure, which is then not reported', async () => {
    const failed: unknown[] = [];
    const rename = TestBed.runInInjectionContext(() =>
      cache.mutation(renameUser, {
        onError: ({ status }, { id }) => failed.push([status, id, rename.isPending()]),
      }),
    );
    rename.mutate({ id: 'a' }, { name: 'Ada' });
    http.expectOne('/users/a').flush('down', down);
    await settled();
    expect(failed).toEqual([[503, 'a', false]]);
    expect(handle).not.toHaveBeenCalled();
  });

  it('reports the error of a run that was cleared, because it is not shown', async () => {
    const rename = renaming();
    rename.error();
    rename.mutate({ id: 'a' }, { name: 'Ada' });
    rename.clear();
    http.expectOne('/users/a').flush('down', down);
    await settled();
    expect(rename.error()).toBeUndefined();
    expect(handle).toHaveBeenCalledOnceWith(jasmine.any(CacheError));
  });

  it('succeeds when the callback throws, and reports what it throws', async () => {
    const onSuccess = () => {
      throw new Error('no such page');
    };
    const rename = TestBed.runInInjectionContext(() => cache.mutation(renameUser, { onSuccess }));
    const saved = rename.mutateAsync({ id: 'a' }, { name: 'Ada' });
    http.expectOne('/users/a').flush({ id: 'a', name: 'Ada' });
    expect([(await saved).name, rename.error()]).toEqual(['Ada', undefined]);
    expect(handle).toHaveBeenCalledOnceWith(new Error('no such page'));
  });

  it('calls nothing back after its component was destroyed', async () => {
    const injector = createEnvironmentInjector([], TestBed.inject(EnvironmentInjector));
    const onSuccess = jasmine.createSpy();
    cache.mutation(renameUser, { injector, onSuccess }).mutate({ id: 'a' }, { name: 'Ada' });
    injector.destroy();
    http.expectOne('/users/a').flush({ id: 'a', name: 'Ada' });
    await settled();
    expect(cache.get(User, 'a')?.name).toBe('Ada');
    expect(onSuccess).not.toHaveBeenCalled();
  });

  it('shows an error of its arguments', async () => {
    const rename = renaming();
    rename.error();
    rename.mutate({ id: '' }, { name: 'Ada' });
    await settled();
    expect([rename.error()?.code, rename.isPending()]).toEqual(['NCQ5001', false]);
  });

  it('is called in an effect without being tracked', async () => {
    const [form, unrelated] = [signal('Ada'), signal(0)];
    const save = new Endpoint({
      load: (name: string) => of({ id: 'a', name: `${name}${unrelated()}` }),
      schema: User,
      sideEffect: true,
    });
    let runs = 0;
    TestBed.runInInjectionContext(() => {
      const saving = cache.mutation(save);
      effect(() => {
        runs++;
        saving.mutate(form());
      });
    });
    TestBed.tick();
    unrelated.set(1);
    TestBed.tick();
    await settled();
    expect([runs, cache.get(User, 'a')?.name]).toEqual([1, 'Ada0']);
  });

  it('needs an injection context', () => {
    expect(() => cache.mutation(renameUser)).toThrowError(/NG0203/);
  });
});

describe('F9 ensure in advance', () => {
  beforeEach(() => ({ cache, http } = setUpRest()));

  it('loads what is missing, and ignores failures', () => {
    cache.ensure(getUser, { id: 'a' }).subscribe({ error: () => undefined });
    http.expectOne('/users/a').flush({ id: 'a', name: 'Ada' });
    cache.ensure(getUser, { id: 'a' }).subscribe({ error: () => undefined });
    cache.ensure(getUser, { id: 'b' }).subscribe({ error: () => undefined });
    http.expectOne('/users/b').flush('down', down);
    expect(cache.get(getUser, { id: 'a' })?.name).toBe('Ada');
    http.verify();
  });
});
