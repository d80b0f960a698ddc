import type { HttpTestingController } from '@angular/common/http/testing';
import {
  type CacheService,
  Entity,
  optimistic,
  renaming,
  type RestDefaults,
  RestEndpoint,
  restEndpoints,
  type RestError,
  snakeCase,
  toValues,
  typed,
  withRest,
} from 'ngx-cache-query';
import { setUpRest } from '../../support/rest-users';
import { watch } from '../../support/watch';

class Person extends Entity {
  readonly id: number = 0;
  readonly firstName: string = '';
}
class Job extends Entity {
  readonly id: number = 0;
  readonly jobTitle: string = '';
  readonly projectId: number = 0;
  readonly dueAt: Date = new Date(0);
  readonly assignedTo: Person = Person.fromJS({});
  readonly extraData: Readonly<Record<string, unknown>> = {};
  static override readonly schema = { assignedTo: Person, dueAt: Date };
}

const options = {
  path: '/jobs/:id',
  schema: Job,
  searchParams: typed<{ projectId?: number; pageSize?: number; jobFilter?: object }>(),
  body: typed<object>(),
} as const;
const jobs = restEndpoints(options);

let cache: CacheService;
let http: HttpTestingController;
const setUp = (defaults: RestDefaults = { names: snakeCase }) =>
  ({ cache, http } = setUpRest(withRest(defaults)));

const renameOne = (direction: 'sent' | 'received', name: string) =>
  Object.keys(snakeCase[direction]({ [name]: 1 }) as object)[0];

describe('F15 snakeCase', () => {
  const pairs: [app: string, server: string][] = [
    ['projectId', 'project_id'],
    ['id', 'id'],
    ['aB', 'a_b'],
    ['userIDs', 'user_i_ds'],
    ['line1Text', 'line1_text'],
    ['address_1', 'address_1'],
    ['address_1Line', 'address_1_line'],
    ['x2', 'x2'],
    ['_id', '_id'],
    ['_firstName', '_first_name'],
    ['__typename', '__typename'],
    ['createdAt__gte', 'created_at__gte'],
    ['filter[projectId]', 'filter[project_id]'],
    ['assignedTo.firstName', 'assigned_to.first_name'],
    ['page[number]', 'page[number]'],
    ['@odata.nextLink', '@odata.next_link'],
    // Names that are neither camelCase nor snake_case stay.
    ['ID', 'ID'],
    ['Title', 'Title'],
    ['en_US', 'en_US'],
    ['MAX_SIZE', 'MAX_SIZE'],
    ['first-name', 'first-name'],
    ['first_name_', 'first_name_'],
    ['5', '5'],
    ['$skip', '$skip'],
    ['', ''],
    ['__proto__', '__proto__'],
  ];
  for (const [app, server] of pairs) {
    it(`${app} is ${server} on the server, and back`, () => {
      expect(renameOne('sent', app)).toBe(server);
      expect(renameOne('received', server)).toBe(app);
    });
  }

  it('is reversible for names of the server without uppercase letters', () => {
    let seed = 7;
    const random = (count: number) => (seed = (seed * 48_271) % 2_147_483_647) % count;
    const letters = ['a', 'b', '_', '_', '1', '.', '[', ']', '-', '$'];
    for (let i = 0; i < 3_000; i++) {
      const name = Array.from({ length: random(12) }, () => letters[random(10)]).join('');
      expect(renameOne('sent', renameOne('received', name)))
        .withContext(name)
        .toBe(name);
    }
  });

  it('is reversible for names of the application without underscores', () => {
    let seed = 11;
    const random = (count: number) => (seed = (seed * 48_271) % 2_147_483_647) % count;
    const letters = ['a', 'B', 'C', 'd', '[', '1', '.', '-'];
    for (let i = 0; i < 3_000; i++) {
      const name = Array.from({ length: random(12) }, () => letters[random(8)]).join('');
      expect(renameOne('received', renameOne('sent', name)))
        .withContext(name)
        .toBe(name);
    }
  });
});

describe('F15 names', () => {
  const row = {
    id: 1,
    job_title: 'Pay',
    project_id: 9,
    due_at: '2026-01-31T00:00:00.000Z',
    assigned_to: { id: 7, first_name: 'Ada' },
    extra_data: { some_list: [{ deep_name: 1 }], none: null },
  };

  it('translate responses, deep inside plain data', () => {
    setUp();
    const seen = watch(cache.fetch(jobs.get, { id: 1 }));
    http.expectOne('/jobs/1').flush(row);
    const { jobTitle, assignedTo, dueAt, extraData } = seen.last!;
    expect([jobTitle, assignedTo.firstName, dueAt.getUTCDate()]).toEqual(['Pay', 'Ada', 31]);
    expect(extraData).toEqual({ someList: [{ deepName: 1 }], none: null });
  });

  it('translate search parameters, so that a created row joins its list', () => {
    setUp();
    const seen = watch(cache.watch(jobs.getList, { projectId: 9 }).pipe(toValues()));
    http.expectOne('/jobs?project_id=9').flush([]);
    watch(cache.fetch(jobs.getList.push, { jobTitle: 'Pay', projectId: 9 }));
    const create = http.expectOne('/jobs');
    expect(create.request.body).toEqual({ job_title: 'Pay', project_id: 9 });
    create.flush({ id: 2 }); // What was sent completes the answer, and decides which lists it joins.
    expect(seen.last?.map(({ jobTitle, projectId }) => [jobTitle, projectId])).toEqual([
      ['Pay', 9],
    ]);
    watch(cache.fetch(jobs.getList, { pageSize: 5, jobFilter: { projectId: 9 } }));
    http.expectOne(
      ({ params }) => params.toString() === 'job_filter=%7B%22project_id%22:9%7D&page_size=5',
    );
  });

  it('translate bodies: plain data, entities and forms, but no other values', () => {
    setUp();
    const owner = Person.fromJS({ id: 7, firstName: 'Ada' });
    const file = new Blob(['x']);
    const date = new Date(5);
    watch(
      cache.fetch(
        jobs.update,
        { id: 1 },
        { assignedTo: owner, dueAt: date, aFile: file, someTags: ['oneTag', { tagName: 'x' }] },
      ),
    );
    const { body } = http.expectOne('/jobs/1').request as { body: Record<string, unknown> };
    expect(body).toEqual({
      assigned_to: { id: 7, first_name: 'Ada' },
      due_at: date,
      a_file: file,
      some_tags: ['oneTag', { tag_name: 'x' }],
    });
    expect([body['due_at'], body['a_file']]).toEqual([date, file]);
    const form = new FormData();
    form.append('jobTitle', 'Pay');
    form.append('jobTitle', 'Play');
    watch(cache.fetch(jobs.update, { id: 1 }, form));
    const sent = http.expectOne('/jobs/1').request.body as FormData;
    expect([...sent]).toEqual([
      ['job_title', 'Pay'],
      ['job_title', 'Play'],
    ]);
    expect(form.getAll('jobTitle')).toEqual(['Pay', 'Play']);
  });

  it('do not concern what the cache shows before the answer', () => {
    setUp();
    const shown = restEndpoints({ ...options, optimistic });
    cache.set(Job, { id: 1, jobTitle: 'old' });
    watch(cache.fetch(shown.partialUpdate, { id: 1 }, { jobTitle: 'new' }));
    expect(cache.get(Job, 1)!.jobTitle).toBe('new');
    http.expectOne('/jobs/1').flush({ id: 1, job_title: 'newer' });
    expect(cache.get(Job, 1)!.jobTitle).toBe('newer');
  });

  it('translate the bodies of errors', () => {
    setUp();
    const seen = watch(cache.fetch(jobs.getList.push, {}));
    const body = { job_title: ['is required'] };
    http.expectOne('/jobs').flush(body, { status: 400, statusText: 'no' });
    expect((seen.errors[0] as RestError).body).toEqual({ jobTitle: ['is required'] });
  });

  it('are the names in all other options: unwrap, wrap, process and defaults', () => {
    setUp({ names: snakeCase, unwrap: 'theData', wrap: 'theData' });
    const endpoint = jobs.get.extend({
      defaultSearchParams: { withTags: true },
      process: (job: { jobTitle: string }) => ({ ...job, jobTitle: `${job.jobTitle}!` }),
    });
    const seen = watch(cache.fetch(endpoint, { id: 1 }));
    http.expectOne('/jobs/1?with_tags=true').flush({ the_data: row });
    expect(seen.last!.jobTitle).toBe('Pay!');
    watch(cache.fetch(jobs.partialUpdate, { id: 1 }, { jobTitle: 'x' }));
    expect(http.expectOne('/jobs/1').request.body).toEqual({ the_data: { job_title: 'x' } });
  });

  it('leave path parameters, texts and files', () => {
    setUp();
    const path = '/people/:personId/photo';
    const photo = new RestEndpoint({ path, responseType: 'blob' });
    const seen = watch(cache.fetch(photo, { personId: 'Ada_L' }));
    const blob = new Blob(['x']);
    http.expectOne('/people/Ada_L/photo').flush(blob);
    expect(seen.last).toBe(blob);
  });

  it('of an endpoint take precedence, and are in its URL', () => {
    setUp();
    const upper = renaming(
      (name) => name.toUpperCase(),
      (name) => name.toLowerCase(),
    );
    const own = jobs.getList.extend({ names: upper });
    expect(own.url({ projectId: 9 })).toBe('/jobs?PROJECTID=9');
    const seen = watch(cache.fetch(own, { projectId: 9 }));
    http.expectOne('/jobs?PROJECTID=9').flush([{ ID: 1 }]);
    expect(seen.last?.map(({ id }) => id)).toEqual([1]);
  });

  it('change neither the data of the caller nor the body of the response', () => {
    setUp();
    const fields = Object.freeze({ jobTitle: 'x', extraData: Object.freeze({ aB: 1 }) });
    watch(cache.fetch(jobs.partialUpdate, { id: 1 }, fields));
    const answer = Object.freeze({ id: 1, job_title: 'x' });
    http.expectOne('/jobs/1').flush(answer);
    expect([fields, answer]).toEqual([
      { jobTitle: 'x', extraData: { aB: 1 } },
      { id: 1, job_title: 'x' },
    ]);
  });
});
