import { Entity } from '../../schema/entity/entity';
import { planOf } from '../../schema/entity/entity-plan';
import type { RowOp } from '../../schema/normalize/row-op';
import type { Patch } from './patch';
import { type RowOverlay, shownRow, withoutDeletions, withoutOptimistic } from './row-overlay';
import { settled, withWrite } from './write-under-overlay';

class Task extends Entity {
  readonly id: number = 0;
}
const plan = planOf(Task);

/** Returns the patch of a mutation. Without `order`, the patch is optimistic. */
function patch(call: number, op: RowOp, order?: number): Patch {
  const touchedFields = 'put' in op ? Object.keys(op.put) : [];
  const more = { creates: false, touchedFields, wasOptimistic: true };
  return { mutation: { order: call }, ops: [op], order, ...more };
}
const over = (...patches: Patch[]): RowOverlay => ({
  plan,
  base: { id: 1, title: 'base' },
  baseOrder: 1,
  patches,
});
const title = (text: string): RowOp => ({ put: { title: text } });

describe('O2 the overlay of a row', () => {
  it('shows the base with all patches, in the order of their mutations', () => {
    expect(shownRow(over())).toEqual({ id: 1, title: 'base' });
    expect(shownRow(over(patch(2, title('x')), patch(3, title('y'))))).toEqual({
      id: 1,
      title: 'y',
    });
    expect(shownRow(over(patch(2, { remove: true })))).toBeUndefined();
  });

  it('does not let a response overwrite fields that an earlier pending mutation sets', () => {
    const response = {
      ...patch(3, { put: { title: 'server', done: true } }, 9),
      touchedFields: [],
    };
    expect(shownRow(over(patch(2, title('mine')), response))).toEqual({
      id: 1,
      title: 'mine',
      done: true,
    });
  });

  it('shows the row without deletions, and without what is optimistic', () => {
    const overlay = over(patch(2, title('said'), 5), patch(3, { remove: true }));
    expect(shownRow(overlay)).toBeUndefined();
    expect(shownRow(withoutDeletions(overlay))).toEqual({ id: 1, title: 'said' });
    expect(shownRow(withoutOptimistic(overlay))).toEqual({ id: 1, title: 'said' });
  });

  it('sorts the reads that it adds to a response by their write orders', () => {
    const overlay = over(patch(2, title('response'), 5), patch(3, title('mine')));
    const read = withWrite(withWrite(overlay, title('newer'), 8, false), title('older'), 6, false);
    const known = withoutOptimistic(read);
    expect(shownRow(known)).toEqual({ id: 1, title: 'newer' });
    const { base, baseOrder } = settled(known, Infinity, Infinity);
    expect([base, baseOrder]).toEqual([{ id: 1, title: 'newer' }, 8]);
  });

  it('takes a read below optimistic patches, and set above them', () => {
    const overlay = over(patch(2, title('mine')));
    expect(shownRow(withWrite(overlay, title('read'), 4, false))).toEqual({ id: 1, title: 'mine' });
    expect(shownRow(withWrite(overlay, title('set'), 4, true))).toEqual({ id: 1, title: 'set' });
  });

  it('merges responses into the base when no older mutation is in flight', () => {
    const overlay = over(patch(2, title('x'), 5), patch(3, title('y')));
    expect(settled(overlay, 2, Infinity)).toBe(overlay);
    const next = settled(overlay, 3, Infinity);
    expect([next.base, next.baseOrder]).toEqual([{ id: 1, title: 'x' }, 5]);
    expect(next.patches).toEqual([overlay.patches[1]]);
  });
});
