import { TestBed } from '@angular/core/testing';
import { Subject } from 'rxjs';
import { CacheService, provideCache, schema, withFrameBatching } from '../../public-api';
import { User } from '../testing-support/models';
import { watch } from '../testing-support/watch';

const frame = () => new Promise((resolve) => setTimeout(() => requestAnimationFrame(resolve), 120));

describe('W6 withFrameBatching', () => {
  let cache: CacheService;
  let messages: Subject<object>;
  let errors: unknown[];

  beforeEach(() => {
    TestBed.configureTestingModule({ providers: [provideCache(withFrameBatching())] });
    cache = TestBed.inject(CacheService);
    messages = new Subject();
    errors = [];
    cache.connect(messages, User, { onError: (error) => errors.push(error) });
  });

  it('makes one commit of a burst, as the messages were when they came', async () => {
    const seen = watch(cache.select(new schema.All(User)));
    const message = { id: 'a', name: 'Ada' };
    messages.next(message);
    message.name = 'changed later';
    for (let i = 0; i < 100; i++) messages.next({ id: `u${i % 10}`, name: `n${i}` });
    expect(seen.values).toEqual([undefined]);
    await frame();
    expect(seen.values.length).toBe(2);
    expect([seen.last!.length, seen.last![0].name, seen.last![10].name]).toEqual([
      11,
      'Ada',
      'n99',
    ]);
    messages.next({ id: 'a', name: 'Bea' });
    await frame();
    expect(seen.values.length).toBe(3);
  });

  it('loses nothing to a bad message', async () => {
    messages.next({ id: 'a', name: 'Ada' });
    messages.next({ name: 'no key' });
    messages.next({ id: 'b', name: 'Bea' });
    await frame();
    expect(cache.get(new schema.All(User))?.map(({ name }) => name)).toEqual(['Ada', 'Bea']);
    expect(errors.length).toBe(1);
  });

  it('writes nothing after its end', async () => {
    messages.next({ id: 'a', name: 'Ada' });
    TestBed.resetTestingModule();
    await frame();
    expect(messages.observed).toBeFalse();
  });
});
