import { Entity } from './entity';
import { isEntityClass, planOf } from './entity-plan';

class Author extends Entity {
  readonly id: number = 0;
}
class Book extends Entity {
  readonly isbn: string = '';
  readonly author: Author = Author.fromJS({});
  readonly date: Date = new Date(0);
  static override readonly key: string = 'Book';
  static override readonly schema = { author: Author, date: (iso: string) => new Date(iso) };
  static override readonly indexes = ['author', ['date', 'author']];
  override pk() {
    return this.isbn;
  }
}

describe('W10 the plan of an entity class', () => {
  it('is derived once', () => {
    expect(planOf(Book)).toBe(planOf(Book));
    expect(planOf(Book).number).not.toBe(planOf(Author).number);
  });

  it('tells relations from deserializers', () => {
    const { relations, deserializers, isFlat, hasOneRelation } = planOf(Book);
    expect(relations.map(([name]) => name)).toEqual(['author']);
    expect(relations[0][1] === Author).toBe(true);
    expect(deserializers.map(([name]) => name)).toEqual(['date']);
    expect([isFlat, hasOneRelation]).toEqual([false, false]);
    expect(planOf(Author).isFlat).toBe(true);
  });

  it('identifies the table by the static key, or by the class', () => {
    expect([planOf(Book).name, planOf(Book).identity]).toEqual(['Book', 'Book']);
    expect(planOf(Author).identity).toBe(Author);
  });

  it('knows which methods the class overrides', () => {
    expect([planOf(Book).ownPk, planOf(Author).ownPk]).toEqual([true, false]);
    expect(planOf(Book).ownMerge).toBe(false);
  });

  it('finds an index whatever the order of its fields', () => {
    const plan = planOf(Book);
    expect(plan.isIndexed(['author'])).toBe(true);
    expect(plan.isIndexed(['author', 'date'])).toBe(true);
    expect(plan.isIndexed(['date'])).toBe(false);
  });

  it('finds the class that a relation references', () => {
    expect(planOf(Book).targetOf(0)).toBe(planOf(Author));
  });

  it('exists for entity classes only', () => {
    expect([Book, Author, Entity, Date, {}, undefined].map(isEntityClass)).toEqual([
      ...[true, true, false],
      ...[false, false, false],
    ]);
  });
});
