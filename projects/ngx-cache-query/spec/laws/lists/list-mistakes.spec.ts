import { TestBed } from '@angular/core/testing';
import { CacheService, Collection, schema } from 'ngx-cache-query';
import { thrownBy } from '../../support/error-log';
import { Link, Post, User } from '../../support/models';

describe('L1 a Collection without entities', () => {
  it('or of several types without an attribute is an error where it is created', () => {
    const error = thrownBy(() => new Collection([Link, Post]));
    expect([error.code, error.source]).toEqual(['NCQ1006', 'new Collection(…)']);
  });

  it('is an error where it is created', () => {
    const user = { user: User, note: '' };
    const wrong: Record<string, unknown> = {
      'an object with an entity in it': [user],
      'a schema.Object': [new schema.Object(user)],
      'lists in a list': [[User]],
      'a literal': [0],
      'a function': [(raw: string) => new Date(raw)],
      'an All in a list': [new schema.All(User)],
      'a Collection in a list': [new Collection([User])],
      'an Array of objects': new schema.Array(user),
      'Values of objects': new schema.Values(user),
      'an entity class': User,
      'an All': new schema.All(User),
      'an object': user,
      'another Collection': new Collection([User]),
      'a Union': new schema.Union({ link: Link }, 'type'),
    };
    for (const [what, content] of Object.entries(wrong)) {
      const error = thrownBy(() => new Collection(content as [typeof User]));
      expect([error.code, error.source])
        .withContext(what)
        .toEqual(['NCQ1011', 'new Collection(…)']);
      expect(error.message).toContain('entities');
    }
  });

  it('does not include one or several classes, in an array or a map', () => {
    const mapping = { link: Link, post: Post };
    const union = new schema.Union(mapping, 'type');
    const made = [
      new Collection([User]),
      new Collection([union]),
      new Collection(new schema.Array(User)),
      new Collection(new schema.Array(mapping, 'type')),
      new Collection(new schema.Array(union)),
      new Collection(new schema.Values(User)),
      new Collection(new schema.Values(mapping, 'type')),
      new Collection(new schema.Values(union)),
    ];
    expect(new Set(made).size).toBe(8);
  });
});

describe('W3 a Collection in several nested lists', () => {
  const maps = { a: [{ id: 'x' }], b: [{ id: 'y' }] };

  it('is an error without nestKey, and nothing is written', () => {
    const cache = TestBed.inject(CacheService);
    const lists = new Collection([User]);
    const writes = [
      () => cache.set(new schema.Values(lists), maps),
      () => cache.set(new schema.Values({ users: lists }), { a: { users: [{ id: 'x' }] } }),
      () => cache.set([lists], [[{ id: 'x' }]]),
    ];
    for (const write of writes) expect(thrownBy(write).code).toBe('NCQ1010');
    expect(cache.get(User, 'x')).toBeUndefined();
  });

  it('has a list per key with nestKey', () => {
    const cache = TestBed.inject(CacheService);
    const lists = new Collection([User], { nestKey: (_all, key) => ({ group: key }) });
    cache.set(new schema.Values(lists), maps);
    expect(cache.get(lists, { group: 'a' })?.map(({ id }) => id)).toEqual(['x']);
    expect(cache.get(lists, { group: 'b' })?.map(({ id }) => id)).toEqual(['y']);
  });
});
