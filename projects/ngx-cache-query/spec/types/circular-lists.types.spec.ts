import { type CacheService, Collection, type Denormalize, Entity, schema } from 'ngx-cache-query';
import type { Equal, Expect } from '../support/expect-type';

declare const cache: CacheService;

describe('two classes that contain each other', () => {
  it('may contain lists with an identity', () => {
    class Shop extends Entity {
      readonly id: number = 0;
      readonly sales: readonly Sale[] = [];
      readonly open: readonly Sale[] = [];
      readonly byName: Readonly<Record<string, Sale>> = {};
      static override get schema() {
        return {
          sales: new Collection([Sale]),
          open: new Collection([Sale], {
            argsKey: ({ shop }: { shop: number }) => ({ shop }),
            nestKey: ({ id }: { id: number }) => ({ shop: id }),
            filter: (sale, { shop }) => sale.shop === shop && (sale.total ?? 0) > 0,
          }),
          byName: new Collection(new schema.Values(Sale)),
        };
      }
    }
    class Sale extends Entity {
      readonly id: number = 0;
      readonly total: number = 0;
      readonly shop: Shop | undefined = undefined;
      readonly parts: readonly Sale[] = [];
      static override get schema() {
        return { shop: Shop, parts: new Collection([Sale]) };
      }
    }
    const open = cache.get(Shop.schema.open, { shop: 5 });
    const parts = cache.get(Sale.schema.parts);
    type Results = [
      Expect<Equal<typeof open, Sale[] | undefined>>,
      Expect<Equal<typeof parts, Sale[] | undefined>>,
      Expect<Equal<Denormalize<typeof Shop.schema.byName>, Record<string, Sale>>>,
      Expect<Equal<Denormalize<typeof Shop.schema.open.push>, Sale>>,
    ];
    cache.set(Shop, { id: 1, sales: [1, { id: 2, shop: 1 }] });
    // @ts-expect-error the argument has another type
    cache.get(Shop.schema.open, { shop: 'a' });
    // @ts-expect-error there is no such field
    cache.set(Shop, { id: 1, sales: [{ idd: 2 }] });
  });
});
