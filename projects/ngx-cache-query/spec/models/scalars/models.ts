import { Entity, Scalar, schema } from 'ngx-cache-query';

/** A person that companies show. */
export class Person extends Entity {
  readonly id: number = 0;
  readonly name: string = '';
}

/** An entity with some fields that depend on a portfolio. */
export class Company extends Entity {
  readonly id: number = 0;
  readonly name: string = '';
  readonly boss: Person | null | undefined = undefined;
  readonly pct: number = 0;
  readonly lead: Person | null | undefined = undefined;
  static override readonly schema = { boss: Person, lead: Person };
}

export type Lens = 'a' | 'b' | 5;
export const lenses: readonly Lens[] = ['a', 'b', 5];

export const companyIn = new Scalar(Company, {
  lens: ({ portfolio }: { portfolio: Lens | '5' }) => portfolio,
  fields: ['pct', 'lead'],
});
export const allCompanies = new schema.All(Company);
export const companiesIn = companyIn.of(allCompanies);

/** Fields as a server or the application writes them. Relations are keys. */
export interface CompanyFields {
  readonly name?: string;
  readonly boss?: number | null;
  readonly pct?: number;
  readonly lead?: number | null;
}

/** A part of a response, or a local write. */
export interface CompanyItem extends CompanyFields {
  readonly id: number;
}

/** Whether an item is the entity without a lens, the entity with a lens, or only the columns of a lens. */
export type Form = 'entity' | 'lens' | 'columns';
