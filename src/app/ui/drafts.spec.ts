import { signal } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import { Drafts } from './drafts';

describe('Drafts', () => {
  let drafts: Drafts;
  const source = signal({ title: 'a', labelIds: [1] });
  const holds = signal(false);

  beforeEach(() => {
    source.set({ title: 'a', labelIds: [1] });
    holds.set(false);
    drafts = TestBed.inject(Drafts);
  });

  /** Opens a page with a form. */
  const open = () => drafts.model(() => 'issue', source, holds);
  const type = (title: string) => open().update((fields) => ({ ...fields, title }));

  it('keep what was typed, and follow their source in all other fields', () => {
    type('typed');
    source.set({ title: 'b', labelIds: [2] });
    expect(open()()).toEqual({ title: 'typed', labelIds: [2] });
  });

  it('follow again when the user has undone a change', () => {
    type('typed');
    type('a');
    source.set({ title: 'b', labelIds: [1] });
    expect(open()().title).toBe('b');
  });

  it('keep what was typed while an optimistic value is rolled back', () => {
    type('typed');
    holds.set(true);
    source.set({ title: 'typed', labelIds: [1] });
    open().update((fields) => ({ ...fields, labelIds: [2] }));
    source.set({ title: 'a', labelIds: [1] });
    expect(open()()).toEqual({ title: 'typed', labelIds: [2] });
  });

  it('show what the server has stored, unless the user has typed something else since', () => {
    type(' typed ');
    source.set({ title: 'typed', labelIds: [1] });
    drafts.saved('issue', { title: 'something else' });
    expect(open()().title).toBe(' typed ');
    drafts.saved('issue', { title: ' typed ' });
    expect(open()().title).toBe('typed');
  });

  it('are restored if their request fails, unless the user has typed something else', () => {
    type('one');
    const sent = drafts.sent('issue', { title: 'one' });
    sent.clear();
    expect(open()().title).toBe('a');
    expect(sent.restore()).toBeTrue();
    expect(open()().title).toBe('one');
    type('two');
    expect(sent.restore()).toBeFalse();
    expect(open()().title).toBe('two');
  });

  it('are forgotten when they are discarded', () => {
    type('typed');
    drafts.discard();
    expect(open()().title).toBe('a');
  });
});
