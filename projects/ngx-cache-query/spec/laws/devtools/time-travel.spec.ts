import { Component, inject } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import {
  All,
  CacheService,
  Entity,
  optimistic,
  orderBy,
  provideCache,
  Query,
  restEndpoints,
  typed,
  view,
} from 'ngx-cache-query';
import { TimeTravel, withExtension } from 'ngx-cache-query/extensions';
import { CacheTesting, provideCacheTesting } from 'ngx-cache-query/testing';
import { watch } from '../../support/watch';

class Task extends Entity {
  readonly id: number = 0;
  readonly title: string = '';
  readonly at: Date = new Date(0);
  static override readonly key: string = 'TravelTask';
  static override readonly schema = { at: Date };
}
/** Its key has two parts. */
class Note extends Entity {
  readonly org: string = '';
  readonly id: number = 0;
  readonly task: Task | null = null;
  static override readonly key: string = 'TravelNote';
  static override readonly schema = { task: Task };
  override pk(): string {
    return `${this.org}:${this.id}`;
  }
}
const tasks = restEndpoints({
  path: '/tasks/:id',
  schema: Task,
  body: typed<Partial<Task>>(),
  optimistic,
});
const notes = restEndpoints({
  path: '/notes/:id',
  schema: Note,
  body: typed<{ org: string }>(),
  optimistic,
});
const titles = new Query(new All(Task), (all) => all.map(({ title }) => title).join());
const sorted = new Query(new All(Task), view(orderBy('title')));

@Component({ selector: 'app-titles', template: '{{ titles() }}' })
class Titles {
  protected readonly titles = inject(CacheService).selectSignal(titles);
}

describe('D2 time travel', () => {
  let cache: CacheService;
  let travel: TimeTravel;
  let other: TimeTravel;
  let testing: CacheTesting;

  beforeEach(() => {
    TestBed.configureTestingModule({
      providers: [
        provideCache(
          withExtension(() => ({
            traces: true,
            onInit: (handle) => {
              other = new TimeTravel(handle);
              travel = new TimeTravel(handle, 5);
            },
          })),
        ),
        provideCacheTesting(),
      ],
    });
    cache = TestBed.inject(CacheService);
    testing = TestBed.inject(CacheTesting);
  });

  it('shows each earlier commit to subscribers, signals and views, and then the present', async () => {
    const seen = watch(cache.select(titles));
    const ordered = watch(cache.select(sorted));
    const { nativeElement } = TestBed.createComponent(Titles) as { nativeElement: HTMLElement };
    const shown = async () => {
      await TestBed.inject(CacheTesting).settled();
      TestBed.tick();
      const names = (ordered.last ?? []).map(({ title }) => title).join();
      return [seen.last, nativeElement.innerText, names];
    };
    cache.set(Task, { id: 1, title: 'b', at: '2020-01-01' });
    cache.set(Task, { id: 2, title: 'a' });
    cache.set(Task, { id: 1, title: 'c' });
    cache.delete(Task, 2);
    expect(await shown()).toEqual(['c', 'c', 'c']);
    travel.to(3);
    expect(await shown()).toEqual(['c,a', 'c,a', 'a,c']);
    travel.to(1);
    expect(await shown()).toEqual(['b', 'b', 'b']);
    expect(ordered.last![0].at.getFullYear()).toBe(2020);
    travel.to(2);
    expect(await shown()).toEqual(['b,a', 'b,a', 'a,b']);
    expect(travel.at).toBe(2);
    travel.show(travel.history(3));
    expect(travel.at).toBeUndefined(); // A history is no commit of this cache.
    travel.now();
    expect(await shown()).toEqual(['c', 'c', 'c']);
    expect(travel.at).toBeUndefined();
  });

  it('shows an entity that was deleted and added again where it was', () => {
    const seen = watch(cache.select(titles));
    cache.set(Task, { id: 1, title: 'a' });
    cache.set(Task, { id: 2, title: 'b' });
    cache.batch(() => {
      cache.delete(Task, 1);
      cache.set(Task, { id: 1, title: 'a' });
    });
    travel.to(2);
    expect(seen.last).toBe('a,b');
    travel.to(3);
    expect(seen.last).toBe('b,a');
  });

  it('applies writes, responses and optimistic changes to the present', async () => {
    const list = watch(cache.watch(tasks.getList));
    testing.expectRequest(tasks.getList).flush([{ id: 1, title: 'a' }]);
    await testing.settled();
    const names = () => list.last?.value?.map(({ title }) => title).join();
    cache.set(Task, { id: 1, title: 'b' });
    travel.to(1);
    expect(names()).toBe('a');
    cache.set(Task, { id: 1, title: 'c' });
    void cache.refetch(tasks.getList);
    testing.expectRequest(tasks.getList).flush([
      { id: 1, title: 'd' },
      { id: 2, title: 'e' },
    ]);
    await testing.settled();
    expect(names()).toBe('a');
    expect(cache.get(Task, 1)?.title).toBe('d');
    travel.to(3);
    expect(names()).toBe('c');
    travel.now();
    expect(names()).toBe('d,e');
  });

  it('names a created entity as it was named then, also if it is deleted by now', async () => {
    const keys = (table: string) => travel.contents.rows(table).map(({ pk }) => pk);
    watch(cache.fetch(tasks.getList.push, { title: 'a' }));
    watch(cache.fetch(notes.getList.push, { org: 'b' }));
    const temporary = [...keys('TravelTask'), ...keys('TravelNote')];
    testing.expectRequest(tasks.getList.push).flush({ id: 3, title: 'a' });
    await testing.settled();
    testing.expectRequest(notes.getList.push).flush({ id: 4, org: 'b', task: 3 });
    await testing.settled();
    const note = watch(cache.select(Note, 'b:4'));
    for (const isDeleted of [false, true]) {
      if (isDeleted) cache.delete(Task, 3);
      travel.to(2);
      expect([...keys('TravelTask'), ...keys('TravelNote')]).toEqual(temporary);
      travel.to(3);
      expect([...keys('TravelTask'), ...keys('TravelNote')]).toEqual(['3', temporary[1]]);
      travel.to(4);
      expect([...keys('TravelTask'), ...keys('TravelNote')]).toEqual(['3', 'b:4']);
      expect(travel.contents.row('TravelTask', '3')?.fields['title']).toBe('a');
      expect(travel.contents.row('TravelNote', 'b:4')?.fields['id']).toBe(4);
      expect(note.last?.task?.title).toBe('a');
      travel.now();
    }
    expect(keys('TravelTask')).toEqual([]);
  });

  it('shows a created entity to subscribers of its server id, also if it is deleted by now', async () => {
    watch(cache.fetch(tasks.getList.push, { title: 'a' }));
    testing.expectRequest(tasks.getList.push).flush({ id: 3, title: 'a' });
    await testing.settled();
    cache.delete(Task, 3);
    const seen = watch(cache.select(Task, 3));
    travel.to(3);
    expect(seen.last).toBeUndefined();
    travel.to(2);
    expect(seen.last?.title).toBe('a');
  });

  it('shows a created entity by its server id also where nothing has changed it', async () => {
    watch(cache.fetch(tasks.getList.push, { title: 'a' }));
    testing.expectRequest(tasks.getList.push).flush({ id: 3, title: 'a' });
    await testing.settled();
    const [task, note] = [watch(cache.select(Task, 3)), watch(cache.select(Note, 'b:4'))];
    cache.set(Note, { org: 'b', id: 4, task: 3 });
    cache.set(Note, { org: 'b', id: 4, task: null });
    travel.to(3);
    expect([task.last?.title, note.last?.task?.title]).toEqual(['a', 'a']);
  });

  it('keeps long lists of the present and of earlier times apart', async () => {
    const titlesOf = new Query(tasks.getList, (all) => all.map(({ title }) => title).join());
    const page = Array.from({ length: 40 }, (_, id) => ({ id, title: `t${id}` }));
    const seen = watch(cache.select(titlesOf));
    watch(cache.watch(tasks.getList));
    testing.expectRequest(tasks.getList).flush(page);
    await testing.settled();
    const first = page.map(({ title }) => title).join();
    expect(seen.last).toBe(first);
    cache.set(Task, { id: 1, title: 'new' });
    const last = first.replace('t1,', 'new,');
    travel.to(1);
    expect(seen.last).toBe(first);
    travel.to(2);
    expect(seen.last).toBe(last);
    cache.set(Task, { id: 2, title: 'newer' });
    expect(seen.last).toBe(last);
    travel.now();
    expect(seen.last).toBe(last.replace('t2,', 'newer,'));
  });

  it('shows a response that was not there yet as loading, and works for several extensions', async () => {
    const list = watch(cache.watch(tasks.getList));
    testing.expectRequest(tasks.getList).flush([{ id: 1, title: 'a' }]);
    await testing.settled();
    travel.to(0);
    expect([list.last?.status, list.last?.value]).toEqual(['loading', undefined]);
    other.to(1);
    expect([list.last?.status, list.last?.value?.length]).toEqual(['resolved', 1]);
    other.now();
    travel.now();
    expect(list.last?.status).toBe('resolved');
  });

  it('refuses a commit that is too old, and changes nothing', () => {
    const seen = watch(cache.select(titles));
    for (let n = 0; n < 9; n++) cache.set(Task, { id: 1, title: String(n) });
    expect(travel.to(3)).toBeFalse();
    expect(travel.at).toBeUndefined();
    expect(travel.to(4)).toBeTrue();
    expect(seen.last).toBe('3');
    expect(travel.to(2)).toBeFalse();
    expect(seen.last).toBe('3');
    travel.now();
    expect(seen.last).toBe('8');
  });
});
