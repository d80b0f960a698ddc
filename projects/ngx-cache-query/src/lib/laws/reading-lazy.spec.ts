import { TestBed } from '@angular/core/testing';
import { CacheService, Entity, schema } from '../../public-api';
import { watch } from '../testing-support/watch';

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

  it('stores what is nested, and reads as keys', () => {
    const department = cache.get(Department, 1)!;
    expect([department.staff, department.head]).toEqual([[5, 6], 5]);
    expect(cache.get(Employee, 6)?.department).toBe(department);
  });

  it('is resolved when it is asked for, and follows', () => {
    const department = cache.get(Department, 1)!;
    const seen = watch(cache.select(staff, department.staff));
    expect(seen.last?.map(({ name }) => name)).toEqual(['Ada', 'Bob']);
    expect(cache.get(head, department.head)).toBe(seen.last![0]);
    cache.set(Employee, { id: 6, name: 'Bea' });
    expect(seen.last?.map(({ name }) => name)).toEqual(['Ada', 'Bea']);
    expect(seen.values.length).toBe(2);
    expect(cache.get(head, 99)).toBeUndefined();
  });

  it('leaves the entity alone when what it leads to changes', () => {
    const seen = watch(cache.select(Department, 1));
    cache.set(Employee, { id: 5, name: 'Eve' });
    expect(seen.values.length).toBe(1);
    cache.set(Department, { id: 1, staff: [5] as never });
    expect(seen.last?.staff).toEqual([5]);
  });
});
