import { provideHttpClient } from '@angular/common/http';
import { HttpTestingController, provideHttpClientTesting } from '@angular/common/http/testing';
import { TestBed } from '@angular/core/testing';
import { CacheService, schema, toValues } from 'ngx-cache-query';
import { Issue } from '../data/issue';
import { issueEndpoints } from '../data/issue-endpoints';
import { User } from '../data/user';
import { getUsers } from '../data/user-endpoints';
import { catchUp } from './catch-up';

describe('catchUp', () => {
  let cache: CacheService;
  let http: HttpTestingController;

  beforeEach(() => {
    TestBed.configureTestingModule({
      providers: [provideHttpClient(), provideHttpClientTesting()],
    });
    cache = TestBed.inject(CacheService);
    http = TestBed.inject(HttpTestingController);
  });

  afterEach(() => http.verify());

  const ids = (type: typeof User | typeof Issue) =>
    cache.get(new schema.All<typeof User | typeof Issue>(type))?.map(({ id }) => id);

  it('requests nothing that was never loaded', () => {
    cache.set(User, { id: 1 });
    catchUp(cache);
    expect(ids(User)).toEqual([1]);
  });

  it('takes out what the server no longer has, and nothing else', () => {
    cache.fetch(getUsers).subscribe();
    http.expectOne('/users').flush([{ id: 1 }, { id: 2 }]);
    catchUp(cache);
    cache.set(User, { id: 3, name: 'came meanwhile' });
    http.expectOne('/users').flush([{ id: 2, name: 'new' }]);
    expect(ids(User)).toEqual([2, 3]);
    expect(cache.get(User, 2)?.name).toBe('new');
  });

  it('keeps what is being created, and all when there is no answer', () => {
    cache.fetch(issueEndpoints.getList).subscribe();
    http.expectOne('/issues').flush([{ id: 1 }, { id: 2 }]);
    cache.fetch(issueEndpoints.create, { title: 'Soon there', projectId: 1 }).subscribe();
    catchUp(cache);
    http.expectOne(({ method }) => method === 'GET').error(new ProgressEvent('error'));
    expect(ids(Issue)?.length).toBe(3);
    catchUp(cache);
    http.expectOne(({ method }) => method === 'GET').flush([{ id: 1 }]);
    expect(ids(Issue)?.length).toBe(2);
    http.expectOne(({ method }) => method === 'POST').flush({ id: 3, title: 'Soon there' });
    expect(ids(Issue)).toEqual([1, 3]);
  });

  it('refetches what is shown, once', () => {
    const seen: number[] = [];
    cache
      .watch(issueEndpoints.getList)
      .pipe(toValues())
      .subscribe((issues) => seen.push(issues.length));
    http.expectOne('/issues').flush([{ id: 1 }, { id: 2 }]);
    catchUp(cache);
    http.expectOne('/issues').flush([{ id: 2 }]);
    expect(seen).toEqual([2, 1]);
  });
});
