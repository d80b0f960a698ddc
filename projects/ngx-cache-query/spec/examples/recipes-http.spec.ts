// The example in docs/guides/recipes.md about a component that uses HttpClient.
import { HttpClient, provideHttpClient } from '@angular/common/http';
import { HttpTestingController, provideHttpClientTesting } from '@angular/common/http/testing';
import { Component, inject, input, signal } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import {
  type CacheFeature,
  CacheService,
  Entity,
  provideCache,
  restEndpoints,
  snakeCase,
  toValues,
  withRest,
} from 'ngx-cache-query';
import { hydrateComponents } from '../support/hydrated';
import { watch } from '../support/watch';

// #region http
class Project extends Entity {
  static override readonly key: string = 'Project';
  readonly id: number = 0;
  readonly name: string = '';
  readonly isArchived: boolean = false;
}
const projects = restEndpoints({ path: '/api/projects/:id', schema: Project });

@Component({
  selector: 'app-archive',
  template: `
    <button (click)="archive()">Archive</button>
    @if (hasFailed()) {
      <p role="alert">The project was not archived.</p>
    }
  `,
})
class Archive {
  private readonly http = inject(HttpClient);
  private readonly cache = inject(CacheService);
  readonly id = input.required<number>();
  protected readonly hasFailed = signal(false);

  protected archive(): void {
    this.hasFailed.set(false);
    this.http.post(`/api/projects/${this.id()}/archive`, {}).subscribe({
      next: (project) => {
        this.cache.set([Project], [project]); // every view shows the new values
        void this.cache.refetch(projects.getList); // the server decides what the list contains
      },
      error: () => this.hasFailed.set(true),
    });
  }
}
// #endregion

hydrateComponents([Archive]);

describe('a component that uses HttpClient', () => {
  let http: HttpTestingController;
  let cache: CacheService;
  const setUp = (...features: CacheFeature[]) => {
    TestBed.configureTestingModule({
      providers: [provideHttpClient(), provideHttpClientTesting(), provideCache(...features)],
    });
    http = TestBed.inject(HttpTestingController);
    cache = TestBed.inject(CacheService);
  };

  it('stores the response, and refetches the list', () => {
    setUp();
    const detail = watch(cache.watch(projects.get, { id: 5 }).pipe(toValues()));
    const list = watch(cache.watch(projects.getList).pipe(toValues()));
    http.expectOne('/api/projects/5').flush({ id: 5, name: 'Roof', isArchived: false });
    http.expectOne('/api/projects').flush([{ id: 5 }]);
    const fixture = TestBed.createComponent(Archive);
    fixture.componentRef.setInput('id', 5);
    fixture.detectChanges();
    const page = fixture.nativeElement as HTMLElement;
    const button = page.querySelector('button')!;

    button.click();
    http.expectOne('/api/projects/5/archive').flush(null, { status: 409, statusText: 'Conflict' });
    fixture.detectChanges();
    expect(page.querySelector('[role=alert]')).not.toBeNull();
    http.expectNone('/api/projects');

    button.click();
    http.expectOne('/api/projects/5/archive').flush({ id: 5, isArchived: true });
    fixture.detectChanges();
    expect(page.querySelector('[role=alert]')).toBeNull();
    expect(detail.last).toEqual(jasmine.objectContaining({ name: 'Roof', isArchived: true }));
    http.expectOne('/api/projects').flush([]);
    expect(list.last).toEqual([]);
  });

  it('translates names and removes the envelope itself', () => {
    setUp(withRest({ unwrap: 'data', names: snakeCase }));
    const one: { data: unknown } = { data: { id: 5, is_archived: true } };
    const all: { data: unknown[] } = { data: [{ id: 5, is_archived: true }, { id: 6 }] };
    // #region http-names
    // POST /api/projects/5/archive responds with { "data": { "id": 5, "is_archived": true } }
    cache.set([Project], [snakeCase.received(one.data)]);
    // GET /api/projects responds with { "data": [{ "id": 5, "is_archived": true }, …] }
    cache.set(projects.getList, [], all.data.map(snakeCase.received));
    // #endregion
    expect(cache.get(Project, 5)?.isArchived).toBeTrue();
    expect(cache.get(projects.getList)?.map(({ id }) => id)).toEqual([5, 6]);
  });
});
