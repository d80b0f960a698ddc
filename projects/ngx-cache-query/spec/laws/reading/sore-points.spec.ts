import { TestBed } from '@angular/core/testing';
import { switchMap } from 'rxjs';
import { CacheService, Entity, Query, schema } from 'ngx-cache-query';
import { allUsers, User } from '../../support/models';
import { watch } from '../../support/watch';

/** Longer than a list that may simply be walked. */
const MANY = 60;

class Song extends Entity {
  readonly id: number = 0;
  readonly title: string = '';
  readonly stars: number = 0;
  static override readonly key: string = 'sore-song';
}
class Album extends Entity {
  readonly id: number = 0;
  readonly name: string = '';
  readonly songs: Song[] = [];
  readonly page: { readonly items: Song[]; readonly total: number } = { items: [], total: 0 };
  static override readonly key: string = 'sore-album';
  static override readonly schema = { songs: [Song], page: { items: [Song] } };
}
class Track extends Entity {
  readonly id: number = 0;
  readonly title: string = '';
  readonly user: User = User.fromJS({});
  static override readonly key: string = 'sore-song';
  static override readonly schema = { user: User };
}
class Playlist extends Entity {
  readonly id: number = 0;
  readonly songs: Track[] = [];
  static override readonly key: string = 'sore-album';
  static override readonly schema = { songs: [Track] };
}
class Clip extends Entity {
  readonly id: number = 0;
  readonly kind: string = 'clip';
  readonly title: string = '';
  static override readonly key: string = 'sore-clip';
}
class Note extends Entity {
  readonly id: number = 0;
  readonly kind: string = 'note';
  readonly title: string = '';
  static override readonly key: string = 'sore-note';
}
class Wall extends Entity {
  readonly id: number = 0;
  readonly items: readonly (Clip | Note)[] = [];
  static override readonly key: string = 'sore-wall';
  static override readonly schema = {
    items: [new schema.Union({ clip: Clip, note: Note }, 'kind')],
  };
}

const ids = (count: number) => Array.from({ length: count }, (_, i) => i + 1);
const songs = (count: number) => ids(count).map((id) => ({ id, title: `s${id}` }));

let cache: CacheService;
const setUp = () => (cache = TestBed.inject(CacheService));

describe('R1 results of one commit', () => {
  beforeEach(setUp);

  it('are all computed before a subscriber of one of them writes', () => {
    cache.set(User, { id: 'a', name: '1' });
    const first = new Query(allUsers, (users) => users[0].name);
    const second = new Query(allUsers, (users) => `${users[0].name}!`);
    const seen = watch(cache.select(User, 'a'));
    const others = [first, second].map((query) => {
      const values: (string | undefined)[] = [];
      cache.select(query).subscribe((value) => {
        values.push(value);
        if (value?.startsWith('2')) cache.set(User, { id: 'a', name: '3' });
      });
      return values;
    });
    cache.set(User, { id: 'a', name: '2' });
    expect(seen.values.map((user) => user?.name)).toEqual(['1', '2', '3']);
    expect(others).toEqual([
      ['1', '2', '3'],
      ['1!', '2!', '3!'],
    ]);
  });

  for (const isFirst of [true, false]) {
    it(`reach a subscriber that joins during the notification once, ${isFirst ? 'before' : 'after'} the others`, () => {
      cache.set(User, { id: 'a', name: '1' });
      const name = new Query(allUsers, (users) => users[0].name);
      const [early, late]: (string | undefined)[][] = [[], []];
      const others = () => cache.select(name).subscribe((value) => early.push(value));
      if (!isFirst) others();
      cache.select(User, 'a').subscribe((user) => {
        if (user?.name === '2') cache.select(name).subscribe((value) => late.push(value));
      });
      if (isFirst) others();
      cache.set(User, { id: 'a', name: '2' });
      cache.set(User, { id: 'a', name: '3' });
      expect([early, late]).toEqual([
        ['1', '2', '3'],
        ['2', '3'],
      ]);
    });
  }

  it('reach a subscriber that replaces itself during the notification once', () => {
    cache.set(User, { id: 'a', name: '1' });
    const seen: string[] = [];
    const first = cache.select(User, 'a').subscribe((user) => {
      seen.push(`first ${user!.name}`);
      if (user!.name !== '2') return;
      first.unsubscribe();
      cache.select(User, 'a').subscribe((next) => seen.push(`next ${next!.name}`));
    });
    cache.set(User, { id: 'a', name: '2' });
    cache.set(User, { id: 'a', name: '3' });
    expect(seen).toEqual(['first 1', 'first 2', 'next 2', 'next 3']);
  });

  it('show each row that a switchMap chooses, and never one that it has left later', () => {
    class Current extends Entity {
      readonly id: number = 0;
      readonly user: string = '';
    }
    cache.set(
      [User],
      [
        { id: 'a', name: '1' },
        { id: 'b', name: '2' },
      ],
    );
    cache.set(Current, { id: 1, user: 'a' });
    const chosen = cache
      .select(Current, 1)
      .pipe(switchMap((current) => cache.select(User, current!.user)));
    const seen = watch(chosen);
    cache.batch(() => {
      cache.set(
        [User],
        [
          { id: 'a', name: '3' },
          { id: 'b', name: '4' },
        ],
      );
      cache.set(Current, { id: 1, user: 'b' });
    });
    expect(seen.last?.name).toBe('4');
    cache.set(User, { id: 'a', name: '5' });
    expect(seen.last?.name).toBe('4');
  });
});

describe('R8 a long array in an entity', () => {
  beforeEach(setUp);

  it('keeps its reference while only other fields of its entity change', () => {
    cache.set(Album, { id: 1, name: 'a', songs: songs(MANY) });
    const seen = watch(cache.select(Album, 1));
    cache.set(Album, { id: 1, name: 'b', songs: songs(MANY) });
    expect(seen.values.length).toBe(2);
    expect(seen.values[1]!.songs).toBe(seen.values[0]!.songs);
    cache.set(Album, { id: 1, songs: songs(MANY) });
    expect(seen.values.length).toBe(2);
  });

  it('emits nothing for a song that it has left', () => {
    cache.set(Album, { id: 1, songs: songs(MANY) });
    const seen = watch(cache.select(Album, 1));
    cache.set(Album, { id: 1, songs: ids(MANY - 1) });
    const album = cache.get(Album, 1);
    cache.set(Song, { id: MANY, title: 'left' });
    expect(seen.values.length).toBe(2);
    expect(cache.get(Album, 1)).toBe(album);
    cache.set(Album, { id: 1, songs: [1] });
    cache.set(Song, { id: 2, title: 'left too' });
    expect(seen.values.length).toBe(3);
  });

  it('shows deleted songs again at their places when they return', () => {
    cache.set(Album, { id: 1, songs: songs(MANY) });
    const seen = watch(cache.select(Album, 1));
    cache.delete(Song, 3);
    cache.set(Song, { id: 4, title: 'x' });
    expect(seen.last!.songs.slice(1, 4).map(({ id }) => id)).toEqual([2, 4, 5]);
    cache.set(Song, { id: 3, title: 'back' });
    expect(seen.last!.songs.slice(1, 4).map(({ title }) => title)).toEqual(['s2', 'back', 'x']);
  });

  it('shows a changed song at each of its places', () => {
    cache.set(Album, { id: 1, songs: [...songs(MANY), { id: 1 }, { id: 2 }] });
    const seen = watch(cache.select(Album, 1));
    cache.set(Song, { id: 1, title: 'twice' });
    expect(seen.last!.songs[0].title).toBe('twice');
    expect(seen.last!.songs[MANY]).toBe(seen.last!.songs[0]);
    expect(seen.last!.songs[MANY + 1]).toBe(seen.values[0]!.songs[1]);
  });

  it('grows and shrinks around the length at which it becomes long, with the same songs', () => {
    const seen = watch(cache.select(Album, 1));
    for (const count of [31, 32, 33, 34, 33, 32, 31]) {
      const before = seen.last?.songs ?? [];
      cache.set(Album, { id: 1, songs: songs(count) });
      const after = seen.last!.songs;
      expect(after.map(({ id }) => id)).toEqual(ids(count));
      before.slice(0, count).forEach((song, i) => expect(after[i]).toBe(song));
      cache.set(Song, { id: 5, stars: count });
      expect(seen.last!.songs[4].stars).toBe(count);
    }
  });

  it('in { items, total } keeps its reference while only the total changes', () => {
    cache.set(Album, { id: 1, page: { items: songs(MANY), total: 1 } });
    const seen = watch(cache.select(Album, 1));
    cache.set(Album, { id: 1, page: { items: songs(MANY), total: 2 } });
    expect(seen.last!.page.total).toBe(2);
    expect(seen.last!.page.items).toBe(seen.values[0]!.page.items);
    cache.set(Song, { id: 7, title: 'x' });
    expect(seen.values.length).toBe(3);
    expect(seen.last!.page.items[6].title).toBe('x');
    expect(seen.last!.page.items[7]).toBe(seen.values[0]!.page.items[7]);
  });

  it('emits nothing, and has its items, after a batch that read it and failed', () => {
    cache.set(Album, { id: 1, songs: songs(MANY) });
    const seen = watch(cache.select(Album, 1));
    const fail = () =>
      cache.batch(() => {
        cache.set(Song, { id: 2, title: 'x' });
        expect(cache.get(Album, 1)!.songs[1].title).toBe('x');
        cache.set(Album, { id: 1, songs: [5, 6] });
        expect(cache.get(Album, 1)!.songs.length).toBe(2);
        cache.delete(Song, 1);
        throw new Error('planned');
      });
    expect(fail).toThrowError('planned');
    expect(seen.values.length).toBe(1);
    expect(cache.get(Album, 1)!.songs.map(({ title }) => title)).toEqual(
      songs(MANY).map(({ title }) => title),
    );
    cache.set(Song, { id: 2, title: 'y' });
    expect([seen.values.length, seen.last!.songs[1].title]).toEqual([2, 'y']);
  });
});

describe('W10 a long array of two classes with one key', () => {
  beforeEach(setUp);

  it('has the instances of the class that reads it, and tells only the class that shows a change', () => {
    cache.set(Album, { id: 1, songs: songs(MANY) });
    const album = watch(cache.select(Album, 1));
    const playlist = watch(cache.select(Playlist, 1));
    cache.set(Track, { id: 3, title: 'x', user: { id: 'u', name: 'Ada' } });
    expect(album.last!.songs[2]).toBeInstanceOf(Song);
    expect(playlist.last!.songs[2]).toBeInstanceOf(Track);
    const before = album.values.length;
    cache.set(User, { id: 'u', name: 'Eve' });
    expect(album.values.length).toBe(before);
    expect(playlist.last!.songs[2].user.name).toBe('Eve');
  });
});

describe('W2 an item of an unknown type in a long array of a union', () => {
  beforeEach(setUp);
  const items = () =>
    ids(MANY).map((id) =>
      id === 4
        ? { id, kind: 'poll', type: 'clip', pk: 1 }
        : { id, kind: id % 2 ? 'clip' : 'note', title: `t${id}` },
    );

  it('stays as it is when other items change, leave and return', () => {
    spyOn(console, 'warn');
    cache.set(Wall, { id: 1, items: items() });
    const seen = watch(cache.select(Wall, 1));
    const [poll] = seen.last!.items.slice(3);
    expect(poll).toEqual({ id: 4, kind: 'poll', type: 'clip', pk: 1 } as never);
    cache.set(Clip, { id: 5, title: 'x' });
    expect(seen.last!.items[3]).toBe(poll);
    expect(seen.last!.items[4].title).toBe('x');
    expect(seen.last!.items[5]).toBe(seen.values[0]!.items[5]);
    cache.delete(Note, 2);
    expect([seen.last!.items.length, seen.last!.items.indexOf(poll)]).toEqual([MANY - 1, 2]);
    cache.set(Note, { id: 2, title: 'back' });
    expect([seen.last!.items.length, seen.last!.items.indexOf(poll)]).toEqual([MANY, 3]);
    const { length } = seen.values;
    cache.set(Wall, { id: 1, items: items() });
    cache.set(Wall, { id: 1, items: items() });
    expect(seen.values.length - length).toBeLessThan(2);
  });
});
