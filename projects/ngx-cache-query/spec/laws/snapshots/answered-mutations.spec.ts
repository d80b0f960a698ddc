import { provideHttpClient } from '@angular/common/http';
import { HttpTestingController, provideHttpClientTesting } from '@angular/common/http/testing';
import { TestBed } from '@angular/core/testing';
import { Entity, optimistic, restEndpoints, schema, typed } from 'ngx-cache-query';
import { openCache } from '../../support/snapshots';

class Todo extends Entity {
  static override readonly key: string = 'AnsweredTodo';
  readonly id: number = 0;
  readonly title: string = '';
}
const options = { path: '/todos/:id', schema: Todo, body: typed<Partial<Todo>>() } as const;
const plain = restEndpoints(options);
const shown = restEndpoints({ ...options, optimistic });
const all = new schema.All(Todo);

describe('H1 a snapshot contains what the server has answered', () => {
  it('while an earlier mutation is in flight, which it does not contain', () => {
    TestBed.configureTestingModule({
      providers: [provideHttpClient(), provideHttpClientTesting()],
    });
    const http = TestBed.inject(HttpTestingController);
    const { cache, take } = openCache();
    cache.watch(plain.getList).subscribe();
    http.expectOne('/todos').flush([
      { id: 1, title: 'one' },
      { id: 3, title: 'three' },
    ]);
    cache.fetch(shown.partialUpdate, { id: 1 }, { title: 'pending' }).subscribe();
    cache.fetch(plain.partialUpdate, { id: 3 }, { title: 'answered' }).subscribe();
    cache.fetch(shown.getList.push, { title: 'created' }).subscribe();
    http.expectOne('/todos/3').flush({ id: 3, title: 'answered' });
    http.expectOne(({ method }) => method === 'POST').flush({ id: 9, title: 'created' });
    const again = openCache();
    again.restore(take());
    const titles = (rows: readonly Todo[] | undefined) => rows?.map(({ title }) => title);
    expect(titles(again.cache.get(all))).toEqual(['one', 'answered', 'created']);
    expect(titles(again.cache.get(plain.getList.schema))).toEqual(['one', 'answered', 'created']);
    expect(titles(cache.get(all))).toEqual(['pending', 'answered', 'created']);
  });
});
