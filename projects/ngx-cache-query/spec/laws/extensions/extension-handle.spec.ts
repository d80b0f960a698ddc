import { createEnvironmentInjector, EnvironmentInjector } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import { CacheService, Entity, provideCache, schema } from 'ngx-cache-query';
import {
  type CacheExtension,
  writeRows,
  type StoredRow,
  withExtension,
} from 'ngx-cache-query/extensions';
import { User } from '../../support/models';
import { listenToWarnings } from '../../support/warnings';
import { Member, setUpExtended } from '../../support/extended';
import { Recorder } from '../../support/recorder';
import { watch } from '../../support/watch';

const members = new schema.All(Member);
const row = (pk: string, fields: object): StoredRow => ({
  table: 'ExtensionMember',
  pk,
  fields: { id: pk, ...fields },
});

let { cache, recorder } = {} as ReturnType<typeof setUpExtended>;
const setUpWith = (...extensions: (() => CacheExtension)[]) => {
  ({ cache, recorder } = setUpExtended(...extensions));
};
const setUp = () => setUpWith();

describe('CacheInspection', () => {
  beforeEach(setUp);

  it('gives tables, and rows in insertion order as they are stored', () => {
    expect(recorder.cache.tables()).toEqual([]);
    cache.set([Member], [{ id: 'b', joined: '2020-01-01', boss: { id: 'a' } }, { id: 10 }]);
    cache.set([User], []);
    cache.delete(Member, 'a');
    expect(recorder.cache.tables()).toEqual(
      jasmine.arrayWithExactContents([
        { name: 'ExtensionMember', size: 2, known: true },
        { name: 'User', size: 0, known: true },
      ]) as never,
    );
    expect(recorder.cache.rows('ExtensionMember')).toEqual([
      row('b', { joined: '2020-01-01', boss: 'a' }),
      { table: 'ExtensionMember', pk: '10', fields: { id: 10 } },
    ]);
    expect(recorder.cache.rows('nothing')).toEqual([]);
  });

  it('gives rows that survive JSON and read the same after writeRows into another cache', () => {
    cache.set([Member], [{ id: 'b', joined: '2020-01-01', boss: { id: 'a', name: 'A' } }]);
    const rows = JSON.parse(JSON.stringify(recorder.cache.rows('ExtensionMember'))) as StoredRow[];
    const other = new Recorder();
    const injector = createEnvironmentInjector(
      [provideCache(withExtension(() => other))],
      TestBed.inject(EnvironmentInjector),
    );
    const restored = injector.get(CacheService);
    writeRows(other.handle, rows);
    expect(restored.get(members)).toEqual(cache.get(members)!);
    expect(restored.get(Member, 'b')?.boss).toBe(restored.get(Member, 'a')!);
    expect(restored.get(Member, 'b')?.joined).toEqual(new Date('2020-01-01'));
    injector.destroy();
  });

  it('writeRows replaces the existing rows in one commit', () => {
    cache.set([Member], [{ id: 'a', name: 'A', more: 1 }, { id: 'z' }]);
    const seen = watch(cache.select(members));
    const fields = { id: 'a', name: 'AA', tags: ['x'] };
    writeRows(recorder.handle, [row('b', {}), { table: 'ExtensionMember', pk: 'a', fields }]);
    expect(seen.values.length).toBe(2);
    expect(seen.last?.map(({ id, name }) => id + name)).toEqual(['aAA', 'z', 'b']);
    expect('more' in cache.get(Member, 'a')!).toBeFalse();
    expect(recorder.commits.length).toBe(2);
    fields.tags.push('y');
    expect((cache.get(Member, 'a') as unknown as { tags: string[] }).tags).toEqual(['x']);
    writeRows(recorder.handle, [row('b', {})]);
    expect(seen.values.length).toBe(2);
  });

  it('writeRows makes its tables known, even before their class is first used', () => {
    class Later extends Entity {
      readonly id: string = '';
      static override readonly key: string = 'ExtensionLater';
    }
    writeRows(recorder.handle, [{ table: 'ExtensionLater', pk: '1', fields: { id: '1' } }]);
    expect(cache.get(new schema.All(Later))?.length).toBe(1);
    expect(cache.get(Later, 1)?.id).toBe('1');
  });

  it('writeRows warns when the class of its rows turns out to have no key of its own', () => {
    const warn = listenToWarnings();
    class Unkeyed extends Entity {
      readonly id: string = '';
    }
    writeRows(recorder.handle, [{ table: 'Unkeyed', pk: '1', fields: { id: '1' } }]);
    expect(warn).not.toHaveBeenCalled();
    expect(cache.get(Unkeyed, 1)).toBeUndefined();
    expect(warn.calls.allArgs().map(String)).toEqual([
      jasmine.stringContaining("Add static override readonly key = 'Unkeyed'; to the class."),
    ]);
  });

  it('writeRows is atomic: when something throws, nothing is restored', () => {
    cache.set([Member], [{ id: 'a', name: 'A' }]);
    const seen = watch(cache.select(members));
    const bad = {
      ...row('c', {}),
      get fields(): never {
        throw new Error('unreadable');
      },
    };
    expect(() =>
      writeRows(recorder.handle, [row('a', { name: 'x' }), row('b', {}), bad]),
    ).toThrowError('unreadable');
    expect([seen.values.length, recorder.commits.length]).toEqual([1, 1]);
    expect(cache.get(members)?.map(({ name }) => name)).toEqual(['A']);
    cache.set([Member], [{ id: 'b' }]);
    expect(seen.values.length).toBe(2);
  });

  it('sweep may run at any time: in a batch that throws, and during a notification', () => {
    cache.set([Member], [{ id: 'a', boss: 'b' }, { id: 'b' }, { id: 'c' }]);
    expect(cache.get(members)?.[0].boss?.id).toBe('b');
    const sweep = () => {
      recorder.cache.sweep();
      recorder.cache.sweep();
    };
    const run = () =>
      cache.batch(() => {
        cache.delete(Member, 'a');
        cache.set(Member, { id: 'b', name: 'x' });
        cache.get(members);
        sweep();
        cache.get(members);
        throw new Error('no');
      });
    expect(run).toThrow();
    const seen = [watch(cache.select(Member, 'a')), watch(cache.select(members))];
    cache.select(Member, 'b').subscribe(sweep);
    cache.set(Member, { id: 'b', name: 'B' });
    expect(cache.get(Member, 'a')?.boss?.name).toBe('B');
    expect(seen.map((each) => each.values.length)).toEqual([2, 2]);
    expect(seen[1].last).toEqual([...cache.get(members)!] as never);
  });

  it('writeRows inside a batch is part of that batch', () => {
    const run = () =>
      cache.batch(() => {
        writeRows(recorder.handle, [row('a', {})]);
        expect(cache.get(Member, 'a')?.id).toBe('a');
        throw new Error('no');
      });
    expect(run).toThrow();
    expect(cache.get(members)).toBeUndefined();
  });

  it('W10: writeRows of a class without a key of its own warns, throws or restores the row', () => {
    const warn = listenToWarnings();
    cache.set([User], [{ id: 'a', name: 'A' }]);
    const rows = recorder.cache.rows('User');
    cache.clear();
    let thrown: unknown;
    try {
      writeRows(recorder.handle, rows);
    } catch (error) {
      thrown = error;
    }
    const messages = `${warn.calls.allArgs().join()}${thrown instanceof Error ? thrown.message : ''}`;
    const isBack = cache.get(User, 'a')?.name === 'A';
    expect(isBack || (messages.includes('User') && messages.includes('key'))).toBeTrue();
  });
});
