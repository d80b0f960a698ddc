import type { HttpTestingController } from '@angular/common/http/testing';
import {
  type CacheService,
  Collection,
  Entity,
  optimistic,
  RestEndpoint,
  restEndpoints,
  toValues,
  typed,
} from 'ngx-cache-query';
import { setUpMutations } from '../../support/sent-mutations';
import { watch } from '../../support/watch';

class Tag extends Entity {
  readonly id: number = 0;
  readonly name: string = '';
}

class Note extends Entity {
  readonly id: number = 0;
  readonly text: string = '';
  readonly remark: string | null = 'none';
  readonly status: string = 'open';
  readonly due: Date = new Date(0);
  readonly tags: Tag[] = [];
  readonly updatedAt: number = 0;
  static override readonly schema = { due: Date, tags: [Tag] };
}

type Sent = Record<string, unknown>;
const options = {
  path: '/notes/:id',
  schema: Note,
  searchParams: typed<{ status?: string }>(),
  body: typed<Sent>(),
} as const;
const plain = restEndpoints(options);
const shown = restEndpoints({ ...options, optimistic });

const kinds: readonly [string, typeof plain][] = [
  ['without optimistic', plain],
  ['with optimistic', shown],
];
for (const [kind, notes] of kinds) {
  describe(`F10 what was sent and accepted stays, ${kind}`, () => {
    let cache: CacheService;
    let http: HttpTestingController;
    let send: ReturnType<typeof setUpMutations>['send'];

    beforeEach(() => {
      ({ cache, http, send } = setUpMutations());
    });
    afterEach(() => http.verify());

    const patch = (body: Sent, of: { partialUpdate: unknown } = notes) =>
      send(of.partialUpdate, { id: 1 }, body).request;

    it('although the response only contains other fields', () => {
      cache.set(Note, { id: 1, text: 'old', status: 'open' });
      const note = watch(cache.select(Note, 1));
      patch({ text: 'new' }).flush({ id: 1, updatedAt: 5 });
      expect(note.last).toEqual(jasmine.objectContaining({ text: 'new', updatedAt: 5 }));
      expect(note.values.map((each) => each?.text)).not.toContain(undefined);
      expect(note.values.filter((each, i, all) => each?.text === 'old' && i > 0 && all)).toEqual(
        [],
      );
    });

    it('not if a deletion that was called later was answered before', () => {
      cache.set(Note, { id: 1, text: 'old', status: 'open' });
      const first = patch({ text: 'new' });
      send(notes.delete, { id: 1 }).request.flush(null);
      first.flush({ id: 1, text: 'new' });
      expect(cache.get(Note, 1)).toBeUndefined();
    });

    it('although the answer to a later call arrived before, perhaps from before this one was handled', () => {
      cache.set(Note, { id: 1, text: 'old', status: 'open', remark: 'none' });
      const first = patch({ text: 'new', remark: 'first' });
      const second = patch({ status: 'done', remark: 'second' });
      second.flush({ id: 1, text: 'old', status: 'done', remark: 'second' });
      first.flush({ id: 1, text: 'new', status: 'open', remark: 'first' });
      expect(cache.get(Note, 1)).toEqual(
        jasmine.objectContaining({ text: 'new', status: 'done', remark: 'second' }),
      );
    });

    it('in the value that the caller receives', () => {
      const { request, values } = send(notes.getList.push, { text: 'typed' });
      request.flush({ id: 5 });
      expect(values.last).toEqual(jasmine.objectContaining({ id: 5, text: 'typed' }));
      expect(cache.get(Note, 5)!.text).toBe('typed');
    });

    it('if the server leaves out null', () => {
      cache.set(Note, { id: 1, remark: 'long' });
      patch({ remark: null }).flush({ id: 1 });
      expect(cache.get(Note, 1)!.remark).toBeNull();
    });

    it('as the server stores it: dates as text, entities by their keys', () => {
      cache.set(Note, { id: 1 });
      const due = new Date('2026-01-31T10:00:00Z');
      patch({ due, tags: [{ id: 7, name: 'red' }, 8] }).flush({ id: 1 });
      expect(cache.get(Note, 1)!.due).toEqual(due);
      expect(cache.get(Note, 1)!.tags.map(({ name }) => name)).toEqual(['red']);
      const again = watch(cache.select(Note, 1));
      cache.set(Note, { id: 1, due: due.toISOString() });
      expect(again.values.length).toBe(1);
    });

    it('in the list to which the entity was moved', () => {
      const of = (status: string) => watch(cache.watch(notes.getList, { status }).pipe(toValues()));
      const [open, done] = [of('open'), of('done')];
      http.expectOne('/notes?status=open').flush([{ id: 3, status: 'open' }]);
      http.expectOne('/notes?status=done').flush([]);
      send(notes.getList.move, { id: 3 }, { status: 'done' }).request.flush({ id: 3 });
      expect([open.last!.length, done.last!.map(({ status }) => status)]).toEqual([0, ['done']]);
    });

    it('but not if the response contains the field', () => {
      cache.set(Note, { id: 1 });
      patch({ text: ' new ', remark: 'x' }).flush({ id: 1, text: 'new', remark: null });
      expect(cache.get(Note, 1)).toEqual(jasmine.objectContaining({ text: 'new', remark: null }));
    });

    it('but not a field that the class does not declare', () => {
      cache.set(Note, { id: 1 });
      patch({ password: 'secret' }).flush({ id: 1 });
      expect(cache.get(Note, 1)).not.toEqual(jasmine.objectContaining({ password: 'secret' }));
    });

    for (const status of [202, 207]) {
      it(`but not if the server answers ${status}, because it has not finished`, () => {
        cache.set(Note, { id: 1, text: 'old' });
        patch({ text: 'new' }).flush({ id: 1 }, { status, statusText: 'Accepted' });
        expect(cache.get(Note, 1)!.text).toBe('old');
      });
    }

    it('but not if responses are declared as complete', () => {
      const complete = notes.partialUpdate.extend({ completeResponses: true });
      cache.set(Note, { id: 1, text: 'old' });
      patch({ text: 'new' }, { partialUpdate: complete }).flush({ id: 1 });
      expect(cache.get(Note, 1)!.text).toBe('old');
    });

    it('but not from a form', () => {
      const form = new FormData();
      form.set('text', 'new');
      cache.set(Note, { id: 1, text: 'old' });
      send(notes.partialUpdate, { id: 1 }, form).request.flush({ id: 1 });
      expect(cache.get(Note, 1)!.text).toBe('old');
    });

    it('but not if it is sensitive', () => {
      class Account extends Entity {
        readonly id: number = 0;
        readonly pin: string = '';
        static override readonly sensitive = true;
      }
      const [ofClass, ofEndpoint] = [
        restEndpoints({ path: '/accounts/:id', schema: Account }),
        restEndpoints({ path: '/notes/:id', schema: Note, sensitive: true }),
      ];
      send(ofClass.partialUpdate, { id: 1 }, { pin: '1234' }).request.flush({ id: 1 });
      expect(cache.get(Account, 1)!.pin).toBe('');
      patch({ text: 'new' }, ofEndpoint).flush({ id: 1 });
      expect(cache.get(Note, 1)!.text).toBe('');
    });

    it('as the class reads it: under other names, and with what it derives', () => {
      class Customer extends Entity {
        readonly id: number = 0;
        readonly name: string = '';
      }
      class Order extends Entity {
        readonly id: number = 0;
        readonly unitPrice: number = 0;
        readonly customerId: number = 0;
        readonly customer: Customer | null = null;
        static override readonly schema = { customer: Customer };
        static override process({
          unit_price,
          ...rest
        }: {
          unit_price?: number;
          customerId?: number;
        }) {
          return {
            ...rest,
            ...(unit_price !== undefined && { unitPrice: unit_price }),
            ...('customerId' in rest && { customer: rest.customerId }),
          };
        }
      }
      const orders = restEndpoints({ path: '/orders/:id', schema: Order, body: typed<Sent>() });
      cache.set(
        [Customer],
        [
          { id: 1, name: 'Acme' },
          { id: 2, name: 'Bo' },
        ],
      );
      cache.set(Order, { id: 1, customerId: 1 });
      patch({ unit_price: 9, customerId: 2 }, orders).flush({ id: 1 });
      const { customer, customerId, unitPrice } = cache.get(Order, 1)!;
      expect([unitPrice, customerId, customer!.name]).toEqual([9, 2, 'Bo']);
    });

    it('inside an envelope, and never in the entities beside or inside of it', () => {
      const envelope = new RestEndpoint({
        path: '/notes/:id',
        method: 'PATCH',
        body: typed<Sent>(),
        schema: { data: Note, meta: { total: 0 } },
      });
      patch({ text: 'new', name: 'x' }, { partialUpdate: envelope }).flush({
        data: { id: 1, tags: [{ id: 7 }] },
        meta: { total: 1 },
      });
      expect([cache.get(Note, 1)!.text, cache.get(Tag, 7)!.name]).toEqual(['new', '']);
      const two = envelope.extend({ schema: { note: Note, tag: Tag } });
      patch({ text: 'newer' }, { partialUpdate: two }).flush({ note: { id: 1 }, tag: { id: 7 } });
      expect(cache.get(Note, 1)!.text).toBe('new');
      const several = envelope.extend({ schema: new Collection([Note]) });
      patch({ text: 'newer' }, { partialUpdate: several }).flush([{ id: 1 }]);
      expect(cache.get(Note, 1)!.text).toBe('new');
    });

    it('and makes no response stale if the answer has all that was sent, as the class reads it', () => {
      class Memo extends Note {
        static override process(input: Sent) {
          return { ...input };
        }
      }
      const isShown = notes === shown && { optimistic };
      const memos = restEndpoints({ ...options, path: '/memos/:id', schema: Memo, ...isShown });
      const list = watch(cache.watch(memos.getList));
      http.expectOne('/memos').flush([{ id: 1, text: 'old' }]);
      patch({ text: ' new ' }, memos).flush({ id: 1, text: 'new' });
      expect([list.last!.isStale, list.last!.value![0].text]).toEqual([false, 'new']);
    });

    it('and makes the responses stale that show the entity, without a request', () => {
      const list = watch(cache.watch(notes.getList));
      http.expectOne('/notes').flush([{ id: 1, text: 'old' }, { id: 2 }]);
      const other = watch(cache.watch(notes.get, { id: 2 }));
      http.expectOne('/notes/2').flush({ id: 2 });
      patch({ text: ' new ' }).flush({ id: 1, text: 'new' });
      expect([list.last!.isStale, other.last!.isStale]).toEqual([false, false]);
      patch({ text: ' newer ' }).flush({ id: 1 });
      expect([list.last!.isStale, list.last!.isFetching, other.last!.isStale]).toEqual([
        true,
        false,
        false,
      ]);
      watch(cache.watch(notes.getList)); // a new subscriber loads what the server has made of it
      http.expectOne('/notes').flush([{ id: 1, text: 'newer' }, { id: 2 }]);
      expect(cache.get(Note, 1)!.text).toBe('newer');
    });
  });
}
