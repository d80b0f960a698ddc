import { Entity, schema } from 'ngx-cache-query';

/** The owner of items, which the items show. */
export class Owner extends Entity {
  readonly id: number = 0;
  readonly name: string = '';
  readonly level: number = 0;
}

/** An entity with fields of every kind. Some of the fields can be missing. */
export class Item extends Entity {
  readonly id: number = 0;
  readonly team: string = 'none';
  readonly size: number | null | undefined = undefined;
  readonly done: boolean = false;
  readonly owner: Owner | null = null;
  static override readonly indexes = ['team', ['done', 'owner']] as const;
  static override readonly schema = { owner: Owner };
}

/** Another entity type, for lists of several types. */
export class Note extends Entity {
  readonly id: number = 0;
  readonly team: string = 'none';
  readonly size: number | null | undefined = undefined;
  readonly done: boolean = true;
  readonly owner: Owner | null = null;
  static override readonly schema = { owner: Owner };
}

/** An element of a list of items, or of items and notes. */
export type Thing = Item | Note;

/** The arguments of every view of the model. */
export interface ViewArgs {
  readonly team?: string;
  readonly atLeast: number;
  readonly count: number;
}

export const allItems = new schema.All(Item);
export const allThings = new schema.All({ item: Item, note: Note }, 'type');
export const allOwners = new schema.All(Owner);
