import type { HttpTestingController } from '@angular/common/http/testing';
import {
  type CacheService,
  Entity,
  optimistic,
  RestEndpoint,
  restEndpoints,
  toValues,
  typed,
} from 'ngx-cache-query';
import { config } from 'rxjs';
import { setUpMutations } from '../../support/sent-mutations';
import { watch } from '../../support/watch';

class Job extends Entity {
  readonly id: number = 0;
  readonly title: string = '';
}

class Place extends Entity {
  readonly id: number = 0;
  readonly job: Job | null = null;
  static override readonly schema = { job: Job };
}

class Total extends Entity {
  readonly id: number = 0;
  readonly open: number = 0;
}

const options = { path: '/jobs/:id', schema: Job } as const;
const kinds = [
  ['without optimistic', restEndpoints(options)],
  ['with optimistic', restEndpoints({ ...options, optimistic })],
] as const;

for (const [kind, jobs] of kinds) {
  describe(`F12 after a failure, the cache asks the server what it has, ${kind}`, () => {
    let cache: CacheService;
    let http: HttpTestingController;
    let send: ReturnType<typeof setUpMutations>['send'];
    let list: ReturnType<typeof watchList>;
    const watchList = () => watch(cache.watch(jobs.getList).pipe(toValues()));

    beforeEach(() => {
      ({ cache, http, send } = setUpMutations());
      list = watchList();
      http.expectOne('/jobs').flush([{ id: 1, title: 'one' }]);
    });
    afterEach(() => http.verify());

    const titles = () => list.last!.map(({ title }) => title);

    for (const status of [0, 404, 409, 410, 412, 500, 503]) {
      it(`the entity and its lists are loaded once after the status ${status}`, () => {
        const { request, values } = send(jobs.partialUpdate, { id: 1 }, { title: 'new' });
        if (status) request.flush(null, { status, statusText: 'failed' });
        else request.error(new ProgressEvent('error'));
        expect([values.errors.length, titles()]).toEqual([1, ['one']]);
        http.expectOne('/jobs').flush([{ id: 1, title: 'new' }]);
        expect(titles()).toEqual(['new']);
      });
    }

    for (const status of [400, 401, 403, 422, 429]) {
      it(`nothing is loaded after the status ${status}: the server has refused`, () => {
        const { request, values } = send(jobs.update, { id: 1 }, { title: 'new' });
        request.flush(null, { status, statusText: 'refused' });
        expect([values.errors.length, titles()]).toEqual([1, ['one']]);
      });
    }

    it('after an answer that cannot be read, which the server counts as a success', () => {
      const { request } = send(jobs.partialUpdate, { id: 1 }, { title: 'new' });
      request.event({ type: 0 } as never);
      request.error(new ProgressEvent('error'), { status: 200, statusText: 'OK' });
      http.expectOne('/jobs').flush([{ id: 1, title: 'new' }]);
      expect(titles()).toEqual(['new']);
    });

    it('not what only refers to the entity, if something that contains it is loaded', () => {
      const getPlaces = new RestEndpoint({ path: '/places', schema: [Place] });
      const places = watch(cache.watch(getPlaces).pipe(toValues()));
      http.expectOne('/places').flush([{ id: 7, job: { id: 1, title: 'one' } }]);
      const job = () => places.last![0].job?.title;
      const change = (status: number) =>
        send(jobs.partialUpdate, { id: 1 }, { title: 'new' }).request.flush(null, {
          status,
          statusText: 'failed',
        });
      change(500);
      http.expectOne('/jobs').flush([{ id: 1, title: 'new' }]);
      expect(job()).toBe('new');
      list.subscription.unsubscribe();
      change(500); // Now nothing else is observed.
      http.expectOne('/places').flush([{ id: 7, job: { id: 1, title: 'newer' } }]);
      expect(job()).toBe('newer');
      list = watchList();
      http.expectOne('/jobs').flush([{ id: 1, title: 'newer' }]);
      change(404); // What refers to it has to change, too.
      http.expectOne('/jobs').flush([]);
      http.expectOne('/places').flush([{ id: 7, job: null }]);
      expect([titles(), job()]).toEqual([[], undefined]);
    });

    it('after a creation, the lists to which the entity would be added', () => {
      send(jobs.getList.push, { title: 'two' }).request.flush(null, {
        status: 502,
        statusText: 'Bad Gateway',
      });
      expect(titles()).toEqual(['one']);
      http.expectOne('/jobs').flush([
        { id: 1, title: 'one' },
        { id: 2, title: 'two' },
      ]);
      expect(titles()).toEqual(['one', 'two']);
    });

    it('after a deletion', () => {
      send(jobs.delete, { id: 1 }).request.flush(null, { status: 404, statusText: 'Not Found' });
      http.expectOne('/jobs').flush([]);
      expect(titles()).toEqual([]);
    });

    it('once for several mutations that fail together, when the last one has ended', () => {
      const sent = ['a', 'b', 'c'].map((title) => send(jobs.partialUpdate, { id: 1 }, { title }));
      for (const { request } of sent) {
        http.expectNone('/jobs');
        request.error(new ProgressEvent('error'));
      }
      http.expectOne('/jobs').flush([{ id: 1, title: 'b' }]);
      expect(titles()).toEqual(['b']);
    });

    it('nothing after clear(), because the mutation belonged to another session', () => {
      const remove = jobs.delete.extend({ refetches: [jobs.getList] });
      const { request, values } = send(remove, { id: 1 });
      void cache.clear();
      request.flush(null, { status: 500, statusText: 'failed' });
      expect(values.errors.length).toBe(1);
    });

    it('what the mutation names in refetches, too', () => {
      const getTotal = new RestEndpoint({ path: '/total', schema: Total });
      const finish = new RestEndpoint({
        path: '/jobs/finish',
        method: 'POST',
        body: typed<{ ids: number[] }>(),
        schema: [Job],
        refetches: ({ ids }) => [[getTotal], ...(ids.length > 1 ? [jobs.getList] : [])],
      });
      const total = watch(cache.watch(getTotal).pipe(toValues()));
      http.expectOne('/total').flush({ id: 1, open: 2 });
      send(finish, { ids: [1] }).request.flush(null, { status: 422, statusText: 'refused' });
      http.expectNone('/total');
      send(finish, { ids: [1, 2] }).request.error(new ProgressEvent('error'));
      http.expectOne('/total').flush({ id: 1, open: 0 });
      http.expectOne('/jobs').flush([{ id: 1, title: 'finished' }]);
      expect([total.last!.open, titles()]).toEqual([0, ['finished']]);
    });

    it('the caller receives the failure also if the function refetches throws', () => {
      const broken = jobs.partialUpdate.extend({
        refetches: () => {
          throw new Error('refetches');
        },
      });
      const { request, values } = send(broken, { id: 1 }, { title: 'new' });
      let unhandled: unknown;
      config.onUnhandledError = (error) => (unhandled = error);
      jasmine.clock().withMock(() => {
        request.error(new ProgressEvent('error'));
        jasmine.clock().tick(1);
      });
      config.onUnhandledError = null;
      expect([values.errors.length, String(unhandled)]).toEqual([1, 'Error: refetches']);
      http.match('/jobs');
    });

    it('only stale if nobody observes it', () => {
      list.subscription.unsubscribe();
      send(jobs.partialUpdate, { id: 1 }, { title: 'new' }).request.error(
        new ProgressEvent('error'),
      );
      list = watchList();
      http.expectOne('/jobs').flush([{ id: 1, title: 'new' }]);
    });
  });
}
