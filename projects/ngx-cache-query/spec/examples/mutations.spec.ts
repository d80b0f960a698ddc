// The examples in docs/guides/mutations.md. The guide shows each region unchanged.
import { HttpEventType, provideHttpClient, withXhr } from '@angular/common/http';
import { HttpTestingController, provideHttpClientTesting } from '@angular/common/http/testing';
import { Component, inject, Injectable, signal } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import {
  CacheService,
  Collection,
  Entity,
  failureOf,
  isPending,
  isTemporary,
  optimistic,
  provideCache,
  reportProgress,
  RestEndpoint,
  restEndpoints,
  toValues,
  trackEntity,
  typed,
  withFailures,
} from 'ngx-cache-query';
import { hydrateComponents } from '../support/hydrated';
import { watch } from '../support/watch';

// #region entities
class Todo extends Entity {
  static override readonly key: string = 'Todo';
  readonly id: number = 0;
  readonly title: string = '';
  readonly votes: number = 0;
}
class Stats extends Entity {
  static override readonly key: string = 'Stats';
  readonly id: number = 0;
  readonly open: number = 0;
}
const getStats = new RestEndpoint({ path: '/stats', schema: Stats });
// #endregion

// #region optimistic
const todoEndpoints = restEndpoints({ path: '/todos/:id', schema: Todo, optimistic });
// #endregion

// #region expected
const vote = new RestEndpoint({
  path: '/todos/:id/vote',
  method: 'POST',
  schema: Todo,
  optimistic: ({ get }, { id }) => {
    const todo = get(Todo, Number(id));
    return optimistic(todo && { id, votes: todo.votes + 1 });
  },
});
// #endregion

// #region versions
class Document extends Entity {
  static override readonly key: string = 'Document';
  readonly id: number = 0;
  readonly text: string = '';
  readonly updatedAt: string = ''; // increases with each change on the server
  static override readonly version = 'updatedAt';
}
// #endregion

// #region create
@Component({
  selector: 'app-todo-editor',
  template: `
    <button (click)="creation.mutate({ title: 'Tea' })">Add</button>
    @if (list.hasValue()) {
      @for (todo of list.value(); track trackEntity(todo)) {
        <p [class.pending]="isTemporary(todo)">
          {{ todo.title }} <button (click)="deletion.mutate({ id: todo.id })">Delete</button>
        </p>
      }
    }
    @if (creation.error() || deletion.error()) {
      <p role="alert">The change was not saved.</p>
    }
  `,
})
class TodoEditor {
  private readonly cache = inject(CacheService);
  protected readonly list = this.cache.resource(todoEndpoints.getList);
  protected readonly creation = this.cache.mutation(todoEndpoints.getList.push);
  protected readonly deletion = this.cache.mutation(todoEndpoints.delete);
  protected readonly trackEntity = trackEntity;
  protected readonly isTemporary = isTemporary;
}
// #endregion

// #region author
class User extends Entity {
  static override readonly key: string = 'User';
  readonly id: number = 0;
  readonly name: string = '';
}
class Comment extends Entity {
  static override readonly key: string = 'Comment';
  readonly id: number = 0;
  readonly text: string = '';
  readonly author: User | undefined = undefined;
  static override readonly schema = { author: User };
}

const getMe = new RestEndpoint({ path: '/me', schema: User }); // loaded after signing in
const getComments = new RestEndpoint({ path: '/comments', schema: new Collection([Comment]) });
const addComment = getComments.push.extend({
  body: typed<{ text: string }>(), // the server takes the author from the session
  optimistic: ({ get }, { text }) => optimistic({ text, author: get(getMe)?.id }),
});
// #endregion

// #region outbox
interface NewComment {
  readonly text: string;
}

@Injectable({ providedIn: 'root' })
class Outbox {
  /** The comments that were not sent, to show them after the list, with a button that calls `send`. */
  readonly unsent = signal<readonly NewComment[]>([]);
  readonly #creation = inject(CacheService).mutation(addComment, {
    onError: (_error, comment) => this.unsent.update((unsent) => [...unsent, comment]),
  });

  send(comment: NewComment): void {
    this.unsent.update((unsent) => unsent.filter((each) => each !== comment));
    this.#creation.mutate(comment);
  }
}
// #endregion

// #region upload
class Photo extends Entity {
  static override readonly key: string = 'Photo';
  readonly id: number = 0;
  readonly album: string = '';
  readonly url: string = '';
}
const getPhotos = new RestEndpoint({
  path: '/photos',
  searchParams: typed<{ album?: string }>(),
  schema: new Collection([Photo]),
});
const uploadPhoto = getPhotos.push.extend({ body: typed<FormData>() });
// #endregion

// #region with-xhr
const uploadProviders = [provideHttpClient(withXhr())];
// #endregion

// #region progress
@Component({
  selector: 'app-upload',
  template: `
    <form #form (submit)="upload.mutate(dataOf(form)); $event.preventDefault()">
      <label>Album <input name="album" value="sea" /></label>
      <label>Picture <input name="file" type="file" /></label>
      <button>Upload</button>
    </form>
    <progress aria-label="Upload" [value]="sent()"></progress>
    @if (upload.error()) {
      <p role="alert">The picture was not uploaded.</p>
    }
  `,
})
class UploadPage {
  protected readonly sent = signal(0);
  protected readonly upload = inject(CacheService).mutation(
    uploadPhoto.extend({
      progress: () =>
        reportProgress({
          onUpload: ({ loaded, total = Infinity }) => this.sent.set(loaded / total),
        }),
    }),
  );

  protected dataOf(form: HTMLFormElement): FormData {
    return new FormData(form);
  }
}
// #endregion

// #region saving
@Component({
  selector: 'app-saving-todos',
  template: `
    @for (todo of todos(); track todo.id) {
      <p [class.saving]="isPending(todo)">
        {{ todo.title }}
        @if (failureOf(todo); as failure) {
          <button (click)="failure.retry()">Not saved: try again</button>
        }
      </p>
    }
  `,
})
class SavingTodos {
  protected readonly isPending = isPending;
  protected readonly failureOf = failureOf;
  protected readonly todos = inject(CacheService).resource(todoEndpoints.getList).value;
}
// #endregion

// #region failures
@Injectable({ providedIn: 'root' })
class Messages {
  readonly last = signal('');
}

const providers = [
  provideCache(
    withFailures(() => {
      const messages = inject(Messages);
      return ({ endpoint, error }) => {
        messages.last.set(`${endpoint} failed: ${error.status ?? error.message}`);
      };
    }),
  ),
];
// #endregion

// #region refetches
const importTodos = new RestEndpoint({
  path: '/todos/import',
  method: 'POST',
  body: typed<{ text: string }>(),
  schema: [Todo],
  refetches: [getStats, todoEndpoints.getList],
});
// #endregion

hydrateComponents([TodoEditor, UploadPage, SavingTodos]);

describe('the guide to mutations', () => {
  let cache: CacheService;
  let http: HttpTestingController;
  const fail = { status: 500, statusText: 'Broken' };
  beforeEach(() => {
    TestBed.configureTestingModule({
      providers: [uploadProviders, provideHttpClientTesting(), providers],
    });
    cache = TestBed.inject(CacheService);
    http = TestBed.inject(HttpTestingController);
    cache.fetch(todoEndpoints.getList).subscribe();
    http.expectOne('/todos').flush([{ id: 1, title: 'one', votes: 2 }]);
  });

  it('shows who is saving', async () => {
    const fixture = TestBed.createComponent(SavingTodos);
    const root = fixture.nativeElement as HTMLElement;
    await fixture.whenStable();
    cache
      .fetch(todoEndpoints.partialUpdate, { id: 1 }, { title: 'Milk' })
      .subscribe({ error: () => undefined });
    fixture.detectChanges();
    expect(root.querySelector('.saving')!.textContent).toContain('Milk');
    http.expectOne('/todos/1').flush(null, { status: 400, statusText: 'Bad Request' });
    await fixture.whenStable();
    expect(root.querySelector('.saving')).toBeNull();
    expect(root.textContent).toContain('Not saved: try again');
  });

  it('shows an optimistic update at once', () => {
    watch(cache.fetch(vote, { id: 1 }));
    expect(cache.get(Todo, 1)?.votes).toBe(3);
    http.expectOne('/todos/1/vote').flush(null, fail);
    expect(cache.get(Todo, 1)?.votes).toBe(2);
    expect(TestBed.inject(Messages).last()).toBe('POST /todos/:id/vote failed: 500');
  });

  it('computes an optimistic update again when an earlier one fails', () => {
    for (const expected of [3, 4]) {
      watch(cache.fetch(vote, { id: 1 }));
      expect(cache.get(Todo, 1)?.votes).toBe(expected);
    }
    const [first, second] = http.match('/todos/1/vote');
    first.flush(null, fail);
    expect(cache.get(Todo, 1)?.votes).toBe(3);
    second.flush({ id: 1, votes: 3 });
    expect(cache.get(Todo, 1)?.votes).toBe(3);
  });

  it('compares versions', () => {
    cache.set(Document, { id: 1, text: 'new', updatedAt: '2026-05-02T10:00:00Z' });
    cache.set(Document, { id: 1, text: 'old', updatedAt: '2026-05-01T10:00:00Z' });
    expect(cache.get(Document, 1)?.text).toBe('new');
  });

  it('creates and deletes', async () => {
    const fixture = TestBed.createComponent(TodoEditor);
    fixture.detectChanges();
    const page = fixture.nativeElement as HTMLElement;
    page.querySelector('button')!.click();
    fixture.detectChanges();
    const created = page.querySelectorAll('p')[1];
    expect([created.textContent.trim(), created.className]).toEqual(['Tea Delete', 'pending']);
    http.expectOne('/todos').flush({ id: 7, title: 'Tea' });
    fixture.detectChanges();
    expect(page.querySelectorAll('p')[1]).toBe(created);
    expect(created.className).toBe('');
    created.querySelector('button')!.click();
    fixture.detectChanges();
    expect(page.querySelectorAll('p').length).toBe(1);
    http.expectOne({ method: 'DELETE', url: '/todos/7' }).flush(null, fail);
    await new Promise((done) => setTimeout(done));
    fixture.detectChanges();
    expect(page.querySelectorAll('p')[1].textContent).toContain('Tea');
    expect(page.querySelector('[role=alert]')).not.toBeNull();
  });

  it('shows a comment with its author before the response', () => {
    watch(cache.fetch(getMe));
    http.expectOne('/me').flush({ id: 3, name: 'Ada' });
    const seen = watch(cache.watch(getComments).pipe(toValues()));
    http.expectOne('/comments').flush([{ id: 1, text: 'Hi', author: { id: 4, name: 'Bo' } }]);
    const shown = () => seen.last?.map(({ text, author }) => `${author?.name}: ${text}`);
    watch(cache.fetch(addComment, { text: 'Hello' }));
    expect(shown()).toEqual(['Bo: Hi', 'Ada: Hello']);
    const request = http.expectOne('/comments');
    expect(request.request.body).toEqual({ text: 'Hello' });
    request.flush({ id: 2, text: 'Hello', author: 3 });
    expect(shown()).toEqual(['Bo: Hi', 'Ada: Hello']);
    watch(cache.fetch(addComment, { text: 'Refused' }));
    expect(shown()).toEqual(['Bo: Hi', 'Ada: Hello', 'Ada: Refused']);
    http.expectOne('/comments').flush(null, fail);
    expect(shown()).toEqual(['Bo: Hi', 'Ada: Hello']);
  });

  it('shows a comment without an author if the user is not in the cache', () => {
    const seen = watch(cache.watch(getComments).pipe(toValues()));
    http.expectOne('/comments').flush([]);
    watch(cache.fetch(addComment, { text: 'Hello' }));
    expect(seen.last?.map(({ text, author }) => [text, author])).toEqual([['Hello', undefined]]);
  });

  it('keeps a comment that was not sent', async () => {
    const outbox = TestBed.inject(Outbox);
    outbox.send({ text: 'Hello' });
    http.expectOne('/comments').flush(null, fail);
    await new Promise((done) => setTimeout(done));
    expect(outbox.unsent()).toEqual([{ text: 'Hello' }]);
    outbox.send(outbox.unsent()[0]);
    expect(outbox.unsent()).toEqual([]);
    http.expectOne('/comments').flush({ id: 2, text: 'Hello' });
  });

  it('uploads a form', () => {
    const seen = watch(cache.watch(getPhotos, { album: 'sea' }).pipe(toValues()));
    http.expectOne('/photos?album=sea').flush([]);
    const fixture = TestBed.createComponent(UploadPage);
    fixture.detectChanges();
    const page = fixture.nativeElement as HTMLElement;
    page.querySelector('button')!.click();
    const upload = http.expectOne('/photos');
    upload.event({ type: HttpEventType.UploadProgress, loaded: 1, total: 2 });
    fixture.detectChanges();
    expect(page.querySelector('progress')!.value).toBe(0.5);
    upload.flush({ id: 1, url: '/sea.png' });
    expect(seen.last?.map(({ url }) => url)).toEqual(['/sea.png']);
  });

  it('refetches', () => {
    watch(cache.watch(getStats).pipe(toValues()));
    http.expectOne('/stats').flush({ id: 1, open: 1 });
    watch(cache.fetch(importTodos, { text: 'a' }));
    http.expectOne('/todos/import').flush([{ id: 8 }]);
    http.expectOne('/stats').flush({ id: 1, open: 2 });
    // #region again
    cache.refetch(Todo, 5); // every response that contains this todo
    cache.refetch(({ key }) => key.startsWith('GET /stats')); // the responses that pass a test
    cache.delete(Todo, (todo) => todo.votes < 0); // removes todos, and requests no list
    // #endregion
    http.expectOne('/stats').flush({ id: 1, open: 3 });
    expect(cache.get(Stats, 1)?.open).toBe(3);
    expect(Collection).toBeDefined();
  });
});
