import { TestBed } from '@angular/core/testing';
import { CacheService, Entity, Query, schema } from 'ngx-cache-query';
import { watch } from '../../support/watch';

class Department extends Entity {
  readonly id: number = 0;
  readonly name: string = '';
  readonly staff: readonly (string | number)[] = [];
  readonly head: string | number = 0;
  static override readonly schema = {
    staff: new schema.Lazy(() => [Employee]),
    head: new schema.Lazy(() => Employee),
  };
}
class Employee extends Entity {
  readonly id: number = 0;
  readonly name: string = '';
  readonly department: Department | undefined = undefined;
  static override readonly schema = { department: Department };
}

describe('R9 schema.Lazy', () => {
  let cache: CacheService;
  const { staff, head } = Department.schema;
  beforeEach(() => {
    cache = TestBed.inject(CacheService);
    cache.set(Department, {
      id: 1,
      name: 'sales',
      head: { id: 5, name: 'Ada' } as never,
      staff: [
        { id: 5, department: 1 },
        { id: 6, name: 'Bob', department: 1 },
      ] as never,
    });
  });

  it('stores nested entities, and reads as keys', () => {
    const department = cache.get(Department, 1)!;
    expect([department.staff, department.head]).toEqual([[5, 6], 5]);
    expect(cache.get(Employee, 6)?.department).toBe(department);
  });

  it('is resolved by another read, and updated with its entities', () => {
    const department = cache.get(Department, 1)!;
    const seen = watch(cache.select(staff, department.staff));
    expect(seen.last?.map(({ name }) => name)).toEqual(['Ada', 'Bob']);
    expect(cache.get(head, department.head)).toBe(seen.last![0]);
    cache.set(Employee, { id: 6, name: 'Bea' });
    expect(seen.last?.map(({ name }) => name)).toEqual(['Ada', 'Bea']);
    expect(seen.values.length).toBe(2);
    expect(cache.get(head, 99)).toBeUndefined();
  });

  it('finds numeric keys that are passed as strings, as in a URL', () => {
    const byText = cache.get(staff, ['5', '6']);
    expect(byText?.map(({ name }) => name)).toEqual(['Ada', 'Bob']);
    expect(cache.get(head, '5')).toBe(cache.get(Employee, 5));
    expect(watch(cache.select(staff, ['6'])).last).toEqual([cache.get(Employee, 6)!]);
    expect(cache.get(staff, ['', 'null'])).toEqual([]);
  });

  it('keeps the entity when a referenced entity changes', () => {
    const seen = watch(cache.select(Department, 1));
    cache.set(Employee, { id: 5, name: 'Eve' });
    expect(seen.values.length).toBe(1);
    cache.set(Department, { id: 1, staff: [5] as never });
    expect(seen.last?.staff).toEqual([5]);
  });
});

describe('R8 the value of a schema.Lazy', () => {
  let cache: CacheService;
  const { staff } = Department.schema;
  beforeEach(() => {
    cache = TestBed.inject(CacheService);
    cache.set([Employee], [{ id: 5, name: 'Ada' }, { id: 6, name: 'Bob' }, { id: 7 }]);
  });

  it('is the identical array while none of its keys changes', () => {
    const first = cache.get(staff, [5, 6]);
    expect(cache.get(staff, [5, 6])).toBe(first);
    cache.set(Employee, { id: 7, name: 'Eve' });
    cache.set(Employee, { id: 6, name: 'Bob' });
    expect(cache.get(staff, [5, 6])).toBe(first);
    const seen = watch(cache.select(staff, [5, 6]));
    expect(seen.values).toEqual([first]);
    expect(seen.last).toBe(first);
    cache.set(Employee, { id: 6, name: 'Bea' });
    expect(cache.get(staff, [5, 6])).not.toBe(first);
    expect(cache.get(staff, [5, 6])).toBe(seen.last);
    expect(cache.get(staff, [5, 6])![0]).toBe(first![0]);
  });

  it('is identical inside a join, a process and a batch, too', () => {
    const first = cache.get(staff, [5, 6]);
    const join = { staff, everybody: new Query(new schema.All(Employee), (all) => all.length) };
    const seen = watch(cache.select(join, [5, 6]));
    const names = new Query(new schema.All(Employee), () => cache.get(staff, [5, 6]));
    expect(cache.get(names)).toBe(first);
    cache.batch(() => {
      cache.set(Employee, { id: 8 });
      expect(cache.get(staff, [5, 6])).toBe(first);
    });
    expect(seen.values.map((value) => value?.everybody)).toEqual([3, 4]);
    expect(seen.values.map((value) => value?.staff === first)).toEqual([true, true]);
    expect(cache.get(names)).toBe(first);
  });
});
