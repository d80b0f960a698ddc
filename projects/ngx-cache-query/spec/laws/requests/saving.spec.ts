import { provideHttpClient } from '@angular/common/http';
import { HttpTestingController, provideHttpClientTesting } from '@angular/common/http/testing';
import { ChangeDetectionStrategy, Component, computed, inject } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import {
  CacheService,
  Entity,
  failureOf,
  isPending,
  isSaving,
  optimistic,
  RestEndpoint,
  restEndpoints,
  serial,
  typed,
} from 'ngx-cache-query';
import { ErrorLog, provideErrorLog } from '../../support/error-log';

class Todo extends Entity {
  readonly id: number = 0;
  readonly title: string = '';
}
const options = { path: '/todos/:id', schema: Todo, body: typed<Partial<Todo>>() } as const;
class Note extends Entity {
  readonly id: number = 0;
}
const notes = restEndpoints({ path: '/notes/:id', schema: Note, body: typed<Partial<Note>>() });
const kinds = {
  'without optimistic': restEndpoints(options),
  'with optimistic': restEndpoints({ ...options, optimistic }),
};

@Component({
  selector: 'app-saving',
  changeDetection: ChangeDetectionStrategy.OnPush,
  template: `
    @for (todo of todos() ?? []; track todo.id) {
      <p>
        {{ todo.title }}{{ isPending(todo) ? ' …' : '' }}
        @if (failureOf(todo); as failure) {
          {{ failure.error.code }}
          <button class="retry" (click)="failure.retry()">Retry</button>
          <button class="dismiss" (click)="failure.dismiss()">Dismiss</button>
        }
      </p>
    }
    {{ isSaving() ? 'saving' : '' }}
  `,
})
class Saving {
  protected readonly isPending = isPending;
  protected readonly failureOf = failureOf;
  protected readonly isSaving = isSaving;
  protected readonly todos = inject(CacheService).selectSignal(
    kinds['with optimistic'].getList.schema,
    {},
  );
}

for (const [kind, todos] of Object.entries(kinds)) {
  describe(`F17 an entity shows who is saving, ${kind}`, () => {
    let cache: CacheService;
    let http: HttpTestingController;
    let text: () => string;
    let click: (name: string) => void;
    let log: ErrorLog;

    beforeEach(async () => {
      log = new ErrorLog();
      TestBed.configureTestingModule({
        providers: [provideHttpClient(), provideHttpClientTesting(), provideErrorLog(log)],
      });
      cache = TestBed.inject(CacheService);
      http = TestBed.inject(HttpTestingController);
      cache.set(
        kinds['with optimistic'].getList,
        [],
        [
          { id: 1, title: 'one' },
          { id: 2, title: 'two' },
        ],
      );
      const fixture = TestBed.createComponent(Saving);
      const root = fixture.nativeElement as HTMLElement;
      text = () => {
        fixture.detectChanges();
        return root.innerText.replace(/\s+/g, ' ').trim();
      };
      click = (name) => root.querySelector<HTMLButtonElement>(`.${name}`)!.click();
      await fixture.whenStable();
      text(); // The page shows who is saving before anything is saved, also with zone.js.
    });
    afterEach(() => http.verify());

    const send = (endpoint: unknown, ...args: unknown[]) => {
      cache.fetch(endpoint as typeof todos.delete, ...(args as [never])).subscribe({
        error: () => undefined,
      });
      return http.match(() => true).at(-1)!;
    };

    it('while a change is in flight', () => {
      expect(text()).toBe('one two');
      const request = send(todos.partialUpdate, { id: 1 }, { title: 'new' });
      expect(text()).toMatch(/^(one|new) … two saving$/);
      request.flush({ id: 1, title: 'new' });
      expect(text()).toBe('new two');
    });

    it('also for an action, whose path only contains the key', () => {
      const finish = todos.get.extend({ path: '/todos/:id/finish', method: 'POST' });
      const request = send(finish, { id: 1 });
      expect(text()).toBe('one … two saving');
      request.flush(null, { status: 400, statusText: 'No' });
      expect(text()).toContain('one NCQ5003');
      click('retry');
      http.expectOne('/todos/1/finish').flush({ id: 1, title: 'done' });
      expect(text()).toBe('done two');
      expect(log.errors).toEqual([]);
    });

    it('and takes the error of the mutation away when it is tried again with success', async () => {
      const change = TestBed.runInInjectionContext(() => cache.mutation(todos.partialUpdate));
      text();
      change.mutate({ id: 1 }, { title: 'new' });
      http.expectOne('/todos/1').flush(null, { status: 400, statusText: 'No' });
      await new Promise((done) => setTimeout(done));
      expect(change.error()?.status).toBe(400);
      text();
      click('retry');
      http.expectOne('/todos/1').flush({ id: 1, title: 'new' });
      expect(change.error()).toBeUndefined();
      expect(text()).toBe('new two');
    });

    it('not after clear(), also in a computed signal', async () => {
      send(todos.delete, { id: 2 }).flush(null, { status: 400, statusText: 'Bad Request' });
      const todo = cache.get(Todo, 2)!;
      const code = computed(() => failureOf(todo)?.error.code);
      expect(code()).toBe('NCQ5003');
      await cache.clear();
      expect(code()).toBeUndefined();
    });

    for (const method of ['clear', 'reset'] as const) {
      it(`not what failed before ${method}(), or was in flight: it belongs to another session`, async () => {
        const rows = [{ id: 1, title: 'one' }];
        send(todos.partialUpdate, { id: 1 }, { title: 'new' }).flush(null, {
          status: 400,
          statusText: 'No',
        });
        expect(text()).toContain('NCQ5003');
        const open = send(todos.partialUpdate, { id: 2 }, { title: 'new' });
        await cache[method]();
        cache.set(kinds['with optimistic'].getList, [], [...rows, { id: 2, title: 'two' }]);
        open.flush(null, { status: 400, statusText: 'No' });
        expect(text()).toBe('one two');
      });
    }

    it('if it fails, until it is tried again', () => {
      send(todos.partialUpdate, { id: 1 }, { title: 'new' }).flush(null, {
        status: 400,
        statusText: 'Bad Request',
      });
      expect(text()).toBe('one NCQ5003 RetryDismiss two');
      click('retry');
      const again = http.expectOne('/todos/1');
      expect(again.request.body).toEqual({ title: 'new' });
      expect(text()).toMatch(/^(one|new) … two saving$/);
      again.flush({ id: 1, title: 'new' });
      expect(text()).toBe('new two');
    });

    it('not if one that was called later succeeds, in whatever order they end', () => {
      expect(text()).toBe('one two');
      for (const order of [
        [0, 1],
        [1, 0],
      ]) {
        const requests = ['first', 'second'].map((title) =>
          send(todos.partialUpdate, { id: 1 }, { title }),
        );
        for (const i of order) {
          if (i === 1) requests[1].flush({ id: 1, title: 'second' });
          else requests[0].flush(null, { status: 400, statusText: 'Bad Request' });
        }
        expect(text()).toBe('second two');
      }
    });

    it('if it fails, although another change of it succeeds later', () => {
      const finish = todos.get.extend({ path: '/todos/:id/finish', method: 'POST' });
      const refused = { status: 400, statusText: 'Bad Request' };
      send(todos.partialUpdate, { id: 1 }, { title: 'new' }).flush(null, refused);
      const request = send(finish, { id: 1 });
      expect(text()).toBe('one … NCQ5003 RetryDismiss two saving');
      request.flush({ id: 1, title: 'one' });
      expect(text()).toBe('one NCQ5003 RetryDismiss two');
      send(finish, { id: 1 }).flush(null, { status: 409, statusText: 'Conflict' });
      http.match(() => true); // What a conflict refetches.
      text();
      expect(failureOf(cache.get(Todo, 1)!)!.error.status).toBe(409);
      click('dismiss');
      expect(failureOf(cache.get(Todo, 1)!)!.error.status).toBe(400);
      text();
      click('retry');
      http.expectOne('/todos/1').flush({ id: 1, title: 'new' });
      expect(text()).toBe('new two');
    });

    it('if it fails, also after a deletion that failed, but not after one that succeeded', () => {
      const refused = { status: 400, statusText: 'Bad Request' };
      send(todos.partialUpdate, { id: 1 }, { title: 'new' }).flush(null, refused);
      send(todos.delete, { id: 1 }).flush(null, refused);
      expect(text()).toBe('one NCQ5003 RetryDismiss two');
      click('dismiss');
      expect(text()).toBe('one NCQ5003 RetryDismiss two');
      send(todos.delete, { id: 1 }).flush(null);
      expect(text()).toBe('two');
      cache.set(kinds['with optimistic'].getList.schema.unshift, { id: 1, title: 'again' });
      expect(text()).toBe('again two');
    });

    it('if it fails, unless a later one has set another value, also if it sends several', () => {
      const rename = new RestEndpoint({
        path: '/todos',
        method: 'PATCH',
        body: typed<readonly Partial<Todo>[]>(),
        schema: [Todo],
      });
      expect(text()).toBe('one two');
      const several = [1, 2].map((id) => ({ id, title: 'all' }));
      const request = send(rename, several);
      send(todos.partialUpdate, { id: 1 }, { title: 'own' }).flush({ id: 1, title: 'own' });
      request.flush(null, { status: 400, statusText: 'Bad Request' });
      expect(text()).toBe('own two NCQ5003 RetryDismiss');
    });

    it('and its failure, which is not reported unless no entity can show it', async () => {
      const [edit, create, rename] = TestBed.runInInjectionContext(() => [
        cache.mutation(todos.partialUpdate),
        cache.mutation(todos.getList.push),
        cache.mutation(notes.partialUpdate),
      ]);
      const refuse = async (url: string) => {
        http.expectOne(url).flush(null, { status: 400, statusText: 'Bad Request' });
        await new Promise((resolve) => setTimeout(resolve));
      };
      expect(text()).toBe('one two');
      edit.mutate({ id: 1 }, { title: 'new' });
      await refuse('/todos/1');
      expect(text()).toContain('one NCQ5003');
      expect(log.errors).toEqual([]);
      create.mutate({ title: 'three' });
      await refuse('/todos');
      cache.set(Note, { id: 1 });
      rename.mutate({ id: 1 }, {});
      await refuse('/notes/1');
      expect(log.errors.length).toBe(2);
    });

    it('and its last failure is shown: those before it are not reported', async () => {
      const change = todos.partialUpdate.extend({ serial });
      const edit = TestBed.runInInjectionContext(() => cache.mutation(change));
      expect(text()).toBe('one two');
      for (const title of ['a', 'b', 'c']) edit.mutate({ id: 1 }, { title });
      for (let i = 0; i < 3; i++) {
        http
          .expectOne('/todos/1')
          .flush(null, { status: 500, statusText: 'Internal Server Error' });
        await new Promise((resolve) => setTimeout(resolve));
        http.match(({ method }) => method === 'GET');
      }
      expect(text()).toBe('one NCQ5003 RetryDismiss two');
      expect(log.errors).toEqual([]);
    });

    it('until it is dismissed', () => {
      send(todos.delete, { id: 2 }).flush(null, { status: 400, statusText: 'Bad Request' });
      expect(text()).toBe('one two NCQ5003 RetryDismiss');
      click('dismiss');
      expect(text()).toBe('one two');
    });

    // A click marks the component, so the template above is rendered in any case.
    it('until it is dismissed, also in a computed signal', () => {
      send(todos.delete, { id: 2 }).flush(null, { status: 400, statusText: 'Bad Request' });
      const todo = cache.get(Todo, 2)!;
      const code = computed(() => failureOf(todo)?.error.code);
      expect(code()).toBe('NCQ5003');
      failureOf(todo)!.dismiss();
      expect(code()).toBeUndefined();
    });

    it('while it is created', () => {
      const request = send(todos.getList.push, { title: 'three' });
      expect(text()).toBe(
        todos === kinds['with optimistic'] ? 'one two three … saving' : 'one two saving',
      );
      request.flush({ id: 3, title: 'three' });
      expect(text()).toBe('one two three');
    });

    it('also an entity that nothing has shown before', () => {
      isSaving();
      cache.set(Todo, { id: 4, title: 'four' });
      send(todos.partialUpdate, { id: 4 }, { title: 'new' }).flush(null, {
        status: 400,
        statusText: 'Bad Request',
      });
      expect(failureOf(cache.get(Todo, 4)!)?.error.code).toBe('NCQ5003');
    });

    it('not if the mutation only shows it optimistically, and its path does not name it', () => {
      const undo = new RestEndpoint({
        path: '/undo',
        method: 'POST',
        schema: Todo,
        optimistic: () => optimistic({ id: 1, title: 'before' }),
      });
      const request = send(undo);
      expect(text()).toBe('before two saving');
      request.flush({ id: 1, title: 'before' });
    });

    it('only the entity of the same cache', () => {
      const request = send(todos.partialUpdate, { id: 1 }, { title: 'new' });
      expect(isPending(Todo.fromJS({ id: 1, title: 'new' }))).toBeFalse();
      expect(isPending(cache.get(Todo, 1)!)).toBeTrue();
      expect(isPending(cache.get(Todo, 2)!)).toBeFalse();
      request.flush({ id: 1, title: 'new' });
      expect(isPending(cache.get(Todo, 1)!)).toBeFalse();
    });
  });
}

describe('F9 the failure of the first of two calls', () => {
  it('is in error(), although the second succeeds, and is cleared by the next call', async () => {
    const log = new ErrorLog();
    TestBed.configureTestingModule({
      providers: [provideHttpClient(), provideHttpClientTesting(), provideErrorLog(log)],
    });
    const cache = TestBed.inject(CacheService);
    const http = TestBed.inject(HttpTestingController);
    const { partialUpdate } = kinds['without optimistic'];
    const saving = TestBed.runInInjectionContext(() => cache.mutation(partialUpdate));
    expect(saving.error()).toBeUndefined();
    saving.mutate({ id: 1 }, { title: 'a' });
    saving.mutate({ id: 2 }, { title: 'b' });
    const [first, second] = http.match(() => true);
    second.flush({ id: 2, title: 'b' });
    first.flush(null, { status: 400, statusText: 'Bad Request' });
    await new Promise((resolve) => setTimeout(resolve));
    expect(saving.error()?.code).toBe('NCQ5003');
    expect(saving.value()?.title).toBe('b');
    expect(log.errors).toEqual([]);
    saving.mutate({ id: 1 }, { title: 'a' });
    expect(saving.error()).toBeUndefined();
    http.expectOne('/todos/1').flush({ id: 1, title: 'a' });
    await new Promise((resolve) => setTimeout(resolve));
    expect(saving.value()?.title).toBe('a');
  });
});
