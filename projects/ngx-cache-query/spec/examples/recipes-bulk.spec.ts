// The example in docs/guides/recipes.md about changing and deleting several rows with one request.
import { provideHttpClient } from '@angular/common/http';
import { HttpTestingController, provideHttpClientTesting } from '@angular/common/http/testing';
import { Component, inject, input } from '@angular/core';
import { type ComponentFixture, TestBed } from '@angular/core/testing';
import {
  CacheService,
  Entity,
  optimistic,
  RestEndpoint,
  restEndpoints,
  schema,
  toValues,
  typed,
} from 'ngx-cache-query';
import { hydrateComponents } from '../support/hydrated';
import { watch } from '../support/watch';

// The entity and the endpoints of the guide.
class User extends Entity {
  static override readonly key: string = 'User';
  readonly id: number = 0;
  readonly name: string = '';
  readonly teamId: number = 0;
  readonly isAdmin: boolean = false;
}
const users = restEndpoints({ path: '/users/:id', schema: User, optimistic });

// #region bulk-endpoints
// PATCH /users, with the body [{ "id": 1, "isAdmin": true }, { "id": 2, "isAdmin": true }]
const updateUsers = new RestEndpoint({
  path: '/users',
  method: 'PATCH',
  body: typed<readonly { id: number; isAdmin: boolean }[]>(),
  schema: [User],
  optimistic, // shows the body, which has the form of the schema
  process: (body: object[] | null, _response, changes) => body ?? changes, // 204 has no body
});
// DELETE /users?ids=1&ids=2
const deleteUsers = new RestEndpoint({
  path: '/users',
  method: 'DELETE',
  searchParams: typed<{ ids: readonly number[] }>(),
  schema: [new schema.Invalidate(User)],
  optimistic: (_snapshot, { ids }) => optimistic(ids),
  process: (_body: unknown, _response, { ids }) => ids,
});
// #endregion

// #region bulk
@Component({
  selector: 'app-selection',
  template: `
    <button (click)="promote()" [disabled]="ids().length === 0">Make admins</button>
    <button (click)="deletion.mutate({ ids: ids() })" [disabled]="ids().length === 0">
      Delete
    </button>
    @if (update.error() ?? deletion.error()) {
      <p role="alert">The change was not saved.</p>
    }
  `,
})
class Selection {
  private readonly cache = inject(CacheService);
  readonly ids = input.required<readonly number[]>(); // of the selected rows
  protected readonly update = this.cache.mutation(updateUsers);
  protected readonly deletion = this.cache.mutation(deleteUsers);

  protected promote(): void {
    this.update.mutate(this.ids().map((id) => ({ id, isAdmin: true })));
  }
}
// #endregion

hydrateComponents([Selection]);

describe('the recipe of bulk changes', () => {
  let http: HttpTestingController;
  let fixture: ComponentFixture<Selection>;
  let page: HTMLElement;
  let list: ReturnType<typeof watch<readonly User[]>>;
  const broken = { status: 500, statusText: 'Broken' };
  const noContent = { status: 204, statusText: 'No Content' };
  const rows = ['one', 'two', 'three'].map((name, i) => ({ id: i + 1, name, isAdmin: i === 2 }));
  const shown = () => list.last!.map(({ id, isAdmin }) => (isAdmin ? `${id} admin` : `${id}`));
  const press = (index: number) => {
    page.querySelectorAll('button')[index].click();
    fixture.detectChanges();
  };
  const patch = () => http.expectOne({ method: 'PATCH', url: '/users' });
  const remove = () => http.expectOne({ method: 'DELETE', url: '/users?ids=1&ids=2' });
  const alerted = async () => {
    await new Promise((done) => setTimeout(done));
    fixture.detectChanges();
    return page.querySelector('[role=alert]') !== null;
  };
  beforeEach(() => {
    TestBed.configureTestingModule({
      providers: [provideHttpClient(), provideHttpClientTesting()],
    });
    http = TestBed.inject(HttpTestingController);
    list = watch(TestBed.inject(CacheService).watch(users.getList).pipe(toValues()));
    http.expectOne('/users').flush(rows);
    fixture = TestBed.createComponent(Selection);
    page = fixture.nativeElement as HTMLElement;
    fixture.componentRef.setInput('ids', [1, 2]);
    fixture.detectChanges();
  });
  afterEach(() => http.verify());

  it('changes several rows with one request, in one commit', async () => {
    const count = list.values.length;
    press(0);
    expect(shown()).toEqual(['1 admin', '2 admin', '3 admin']);
    expect(list.values.length).toBe(count + 1);
    const call = patch();
    expect(call.request.body).toEqual([1, 2].map((id) => ({ id, isAdmin: true })));
    call.flush([rows[0], { ...rows[1], isAdmin: true }]); // the server has refused the first change
    expect(shown()).toEqual(['1', '2 admin', '3 admin']);
    expect(await alerted()).toBeFalse();
  });

  it('keeps what was sent if the answer is empty', () => {
    press(0);
    patch().flush(null, noContent);
    expect(shown()).toEqual(['1 admin', '2 admin', '3 admin']);
  });

  it('takes all changes back if the request fails, and loads the list', async () => {
    press(0);
    patch().flush(null, broken);
    expect(shown()).toEqual(['1', '2', '3 admin']);
    expect(await alerted()).toBeTrue();
    http.expectOne('/users').flush([{ ...rows[0], isAdmin: true }, rows[1], rows[2]]);
    expect(shown()).toEqual(['1 admin', '2', '3 admin']);
  });

  it('deletes several rows with one request, in one commit', async () => {
    const count = list.values.length;
    press(1);
    expect(shown()).toEqual(['3 admin']);
    remove().flush(null, noContent);
    expect(shown()).toEqual(['3 admin']);
    expect(list.values.length).toBe(count + 1);
    expect(TestBed.inject(CacheService).get(User, 1)).toBeUndefined();
    expect(await alerted()).toBeFalse();
  });

  it('brings those rows back that the server has refused to delete', () => {
    const process = (keys: readonly number[]) => keys;
    const cache = TestBed.inject(CacheService);
    cache.fetch(deleteUsers.extend({ process }), { ids: [1, 2] }).subscribe();
    expect(shown()).toEqual(['3 admin']);
    remove().flush([2]);
    expect(shown()).toEqual(['1', '3 admin']);
  });

  it('brings all rows back to their places if the request fails, and loads the list', async () => {
    press(1);
    remove().flush(null, broken);
    expect(shown()).toEqual(['1', '2', '3 admin']);
    expect(await alerted()).toBeTrue();
    http.expectOne('/users').flush([rows[0], rows[2]]);
    expect(shown()).toEqual(['1', '3 admin']);
  });

  it('sends nothing without a selection', () => {
    fixture.componentRef.setInput('ids', []);
    fixture.detectChanges();
    press(0);
    press(1);
    http.expectNone(() => true);
  });
});
