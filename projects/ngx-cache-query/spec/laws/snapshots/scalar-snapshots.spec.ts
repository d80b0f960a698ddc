import { createEnvironmentInjector, EnvironmentInjector } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import { of } from 'rxjs';
import { CacheService, Endpoint, Entity, provideCache, Scalar } from 'ngx-cache-query';
import {
  type CacheHandle,
  restoreSnapshot,
  takeSnapshot,
  withExtension,
} from 'ngx-cache-query/extensions';

class Share extends Entity {
  readonly id: number = 0;
  readonly name: string = '';
  readonly done: number | undefined = undefined;
  static override readonly key: string = 'Share';
}
class Salary extends Entity {
  readonly id: number = 0;
  readonly paid: number = 0;
  static override readonly key: string = 'Salary';
  static override readonly sensitive = true;
}

/** A cache of its own, with a handle. */
function open() {
  let handle!: CacheHandle;
  const onInit = (own: CacheHandle) => void (handle = own);
  const injector = createEnvironmentInjector(
    [provideCache(withExtension(() => ({ onInit })))],
    TestBed.inject(EnvironmentInjector),
  );
  const cache = injector.get(CacheService);
  return { cache, handle };
}

describe('H1 a snapshot', () => {
  const lens = ({ period }: { period: string }) => period;

  it('contains the values of a Scalar', () => {
    const shareIn = new Scalar(Share, { lens, fields: ['done'] });
    const getColumns = new Endpoint({
      name: 'columns',
      schema: [shareIn.columns],
      load: (_: { period: string }) => of([{ id: 1, done: 6 }]),
    });
    const [first, second] = [open(), open()];
    first.cache.set([Share], [{ id: 1, name: 'Ada' }]);
    first.cache.fetch(getColumns, { period: '7d' }).subscribe();
    restoreSnapshot(second.handle, JSON.parse(JSON.stringify(takeSnapshot(first.handle))) as never);
    expect(second.cache.get(shareIn, { id: 1, period: '7d' })?.done).toBe(6);
    expect(second.cache.get(getColumns, { period: '7d' })?.length).toBe(1);
  });

  it('contains nothing of a sensitive class, also not through a Scalar', () => {
    const salaryIn = new Scalar(Salary, { lens, fields: ['paid'] });
    const getSalaries = new Endpoint({
      name: 'salaries',
      schema: [salaryIn.columns],
      load: (_: { period: string }) => of([{ id: 4711, paid: 9_999 }]),
    });
    const { cache, handle } = open();
    cache.set([Salary], [{ id: 4711, paid: 1 }]);
    cache.fetch(getSalaries, { period: 'secret' }).subscribe();
    expect(cache.get(salaryIn, { id: 4711, period: 'secret' })?.paid).toBe(9_999);
    const text = JSON.stringify(takeSnapshot(handle));
    for (const part of ['4711', '9999', 'secret', 'Salary', 'salaries'])
      expect(text).not.toContain(part);
  });
});
