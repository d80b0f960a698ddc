import { TestBed } from '@angular/core/testing';
import { CacheService, Entity, schema } from 'ngx-cache-query';
import { watch } from '../../support/watch';

class Department extends Entity {
  readonly id: number = 0;
  readonly staff: readonly number[] = [];
  static override readonly schema = { staff: new schema.Lazy(() => [Employee]) };
}
class Employee extends Entity {
  readonly id: number = 0;
  readonly name: string = '';
}

describe('a Lazy relation', () => {
  it('emits nothing after a batch that failed', () => {
    const service = TestBed.inject(CacheService);
    const employees = [
      { id: 1, name: 'Ada' },
      { id: 2, name: 'Bo' },
    ];
    service.set([Employee], employees);
    const seen = watch(service.select(Department.schema.staff, [1, 2]));
    const failing = () =>
      service.batch(() => {
        service.set(Employee, { id: 1, name: 'Eve' });
        throw new Error('no');
      });
    expect(failing).toThrowError('no');
    service.set(Employee, { id: 3 });
    expect(seen.values.length).toBe(1);
    service.set(Employee, { id: 2, name: 'Bob' });
    expect(seen.last?.map(({ name }) => name)).toEqual(['Ada', 'Bob']);
  });
});
