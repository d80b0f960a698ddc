import {
  type Entity,
  type ɵEntityCell as EntityCell,
  type ɵEntityType as EntityType,
  type ɵFields as Fields,
  type ɵIncrementalReader as IncrementalReader,
  type ɵPk as Pk,
  ɵProbe as Probe,
} from 'ngx-cache-query';

/** A test that one of the first steps of a view applies to entities. Returns whether an entity passes the test. */
export type Test = (entity: unknown) => boolean;

/**
 * The tests at the beginning of a view. Where possible, they run on a {@link Probe} instead of an instance. A probe
 * creates the instance of a row only if a test reads a relation or a deserialized field.
 */
export class Gate {
  readonly #probe: Probe | undefined;
  /** The key of the row that is being tested. */
  #pk: Pk = '';
  #row: Fields = {};

  constructor(
    private readonly reader: IncrementalReader,
    private readonly type: EntityType,
    private readonly tests: readonly Test[],
  ) {
    if (tests.length > 0 && !type.plan.ownFromJS)
      this.#probe = new Probe(type.plan, this.#instantiate);
  }

  /** Whether there are no tests. If so, every row passes. */
  get isOpen(): boolean {
    return this.tests.length === 0;
  }

  /** Whether a row passes all tests. */
  passes(pk: Pk, row: Fields): boolean {
    if (this.isOpen) return true;
    this.#pk = pk;
    this.#row = row;
    const entity = this.#probe?.show(row) ?? this.#instantiate();
    for (const test of this.tests) if (!test(entity)) return false;
    return true;
  }

  /** Whether an instance may have been created for the row that was tested last. */
  get hasInstance(): boolean {
    return this.#probe?.isMade !== false;
  }

  /**
   * Drops the instance of `cell`, if one may have been created during the tests. The cell must belong to the row that
   * was tested last.
   */
  dropInstance(cell: EntityCell | undefined): void {
    if (cell !== undefined && this.hasInstance) this.reader.dropInstance(cell);
  }

  readonly #instantiate = (): Entity => this.reader.instance(this.type.cell(this.#pk), this.#row);
}
