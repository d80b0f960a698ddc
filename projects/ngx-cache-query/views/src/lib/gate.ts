import {
  type Entity,
  type ɵEntityCell as EntityCell,
  type ɵEntityType as EntityType,
  type ɵFields as Fields,
  type ɵIncrementalReader as IncrementalReader,
  type ɵPk as Pk,
  ɵProbe as Probe,
} from 'ngx-cache-query';

/** Says of an entity whether a view begins with it. */
export type Test = (entity: unknown) => boolean;

/** The tests at the beginning of a view, asked before anything is made of a row. */
export class Gate {
  readonly #probe: Probe | undefined;
  /** The row that is asked about now. */
  #pk: Pk = '';
  #row: Fields = {};

  constructor(
    private readonly reader: IncrementalReader,
    private readonly type: EntityType,
    private readonly tests: readonly Test[],
  ) {
    if (tests.length > 0 && !type.plan.ownFromJS) this.#probe = new Probe(type.plan, this.#make);
  }

  /** Whether every row comes in. */
  get isOpen(): boolean {
    return this.tests.length === 0;
  }

  /** Whether a row comes in. */
  passes(pk: Pk, row: Fields): boolean {
    if (this.isOpen) return true;
    this.#pk = pk;
    this.#row = row;
    const entity = this.#probe?.show(row) ?? this.#make();
    for (const test of this.tests) if (!test(entity)) return false;
    return true;
  }

  /** Whether something may have been made of the row that was asked about last. */
  get hasMade(): boolean {
    return this.#probe?.isMade !== false;
  }

  /** Lets go of what had to be made of the row that was asked about last. */
  release(cell: EntityCell | undefined): void {
    if (cell !== undefined && this.hasMade) this.reader.dropInstance(cell);
  }

  readonly #make = (): Entity => this.reader.instance(this.type.cell(this.#pk), this.#row);
}
