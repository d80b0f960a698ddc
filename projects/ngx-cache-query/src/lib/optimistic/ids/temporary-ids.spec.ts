import { Entity } from '../../schema/entity/entity';
import { planOf } from '../../schema/entity/entity-plan';
import { isTemporaryId, TemporaryIds, isFromThisPage } from './temporary-ids';

class Task extends Entity {
  readonly id: number = 0;
}
class Note extends Entity {
  readonly id: string = '';
}
const newId = (type: typeof Task | typeof Note) => {
  const ids = new TemporaryIds();
  return ids.identify(planOf(type), {})['id'];
};
/** The distance between the numeric temporary ids of two browser pages. */
const PER_PAGE = 2 ** 32;

describe('O3 temporary ids', () => {
  it('have the type of the ids of their class, and are unique', () => {
    const ids = [newId(Task), newId(Task), newId(Note), newId(Note)];
    expect(ids.map((id) => typeof id)).toEqual(['number', 'number', 'string', 'string']);
    expect(new Set(ids).size).toBe(4);
    for (const id of ids) expect([isTemporaryId(id), isFromThisPage(id)]).toEqual([true, true]);
  });

  it('of another page are temporary, but were not created by this one', () => {
    const number = newId(Task) as number;
    const others = [number + PER_PAGE, number - PER_PAGE].filter(isTemporaryId);
    expect(others.length).toBeGreaterThan(0);
    const [, page, count] = String(newId(Note)).split('-');
    const text = `temporary-${Number(page) + 1}-${count}`;
    for (const id of [...others, text]) {
      expect([isTemporaryId(id), isFromThisPage(id)]).toEqual([true, false]);
    }
  });

  it('are no server ids', () => {
    for (const id of [0, -1, 5, -(2 ** 52), 'a', 'temporary']) {
      expect([isTemporaryId(id), isFromThisPage(id)]).toEqual([false, false]);
    }
  });
});
