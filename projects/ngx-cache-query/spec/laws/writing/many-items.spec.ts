import { Collection, Entity } from 'ngx-cache-query';
import { planOf } from '../../../src/lib/schema/entity/entity-plan';
import { withPage } from '../../../src/lib/collections/pages/list-pages';
import { editItems } from '../../../src/lib/collections/edits/list-edit';
import { listPlanOf } from '../../../src/lib/collections/list-plan';

class Row extends Entity {
  readonly id: number = 0;
}

/** More than the maximum number of arguments in a function call. */
const MANY = 130_000;
const keys = (from: number) => Array.from({ length: MANY }, (_, i) => from + i);

describe('L2, L5 lists with more items than a call has arguments', () => {
  const list = listPlanOf(planOf(new Collection([Row]).rows))!;
  const ends = ({ items }: { readonly items?: unknown }) => {
    const all = items as readonly number[];
    return [all.length, all[0], all.at(-1)];
  };

  it('are loaded from one page, first and last', () => {
    const first = withPage(list, { items: [-1] }, { key: 2, items: keys(0) });
    expect(ends(first)).toEqual([MANY + 1, -1, MANY - 1]);
    const again = withPage(list, first, { key: 2, items: keys(0) });
    expect(ends(again)).toEqual([MANY + 1, -1, MANY - 1]);
    expect(ends(withPage(list, again, { key: 1, items: keys(MANY) }))).toEqual([
      2 * MANY + 1,
      -1,
      MANY - 1,
    ]);
  });

  it('are extended by one push, and by one unshift', () => {
    const added = Object.fromEntries(keys(0).map((key) => [key, key]));
    const edit = { added, removed: [] };
    const row = { items: [-1] };
    expect(ends(editItems(list, row, [{ operation: 'push', ...edit }]))).toEqual([
      MANY + 1,
      -1,
      MANY - 1,
    ]);
    expect(ends(editItems(list, row, [{ operation: 'unshift', ...edit }]))).toEqual([
      MANY + 1,
      0,
      -1,
    ]);
  });
});
