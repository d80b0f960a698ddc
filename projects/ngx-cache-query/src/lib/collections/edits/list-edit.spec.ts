import { Entity } from '../../schema/entity/entity';
import { planOf } from '../../schema/entity/entity-plan';
import { Values } from '../../schema/shapes/values';
import { Collection } from '../collection';
import { editItems, type ListEdit } from './list-edit';
import { listPlanOf } from '../list-plan';

class Task extends Entity {
  readonly id: number = 0;
}
const list = listPlanOf(planOf(new Collection([Task]).rows))!;
const map = listPlanOf(planOf(new Collection(new Values(Task)).rows))!;
const edit = (
  operation: ListEdit['operation'],
  added: object,
  removed: number[] = [],
): ListEdit => ({
  operation,
  added: { ...added },
  removed,
});

describe('L2 edits of the items of a list', () => {
  it('return the same row if they change nothing', () => {
    const row = { args: {}, items: [1, 2] };
    expect(editItems(list, row, [edit('move', {}, [3])])).toBe(row);
    expect(editItems(list, row, [edit('push', { 0: 2 }), edit('remove', {}, [4])])).toBe(row);
    const entries = { args: {}, items: { a: 1 } };
    expect(editItems(map, entries, [edit('move', {}, [2])])).toBe(entries);
  });

  it('are applied one after the other', () => {
    const edits = [edit('push', { 0: 3 }), edit('unshift', { 0: 4 }), edit('remove', {}, [1, 3])];
    expect(editItems(list, { items: [1, 2] }, edits)['items']).toEqual([4, 2]);
    expect(editItems(list, { items: [1] }, [edits[2], edit('push', { 0: 1 })])['items']).toEqual([
      1,
    ]);
  });

  it('put entries under their keys, and remove them', () => {
    const edits = [edit('assign', { b: 2, a: 3 }), edit('remove', {}, [2])];
    expect(editItems(map, { items: { a: 1 } }, edits)['items']).toEqual({ a: 3 });
  });
});
