import { EnvironmentInjector, createEnvironmentInjector, signal } from '@angular/core';
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
  const open = () => {
    const page = createEnvironmentInjector([], TestBed.inject(EnvironmentInjector));
    const model = page.runInContext(() => drafts.model(() => 'issue', source, holds));
    return {
      model,
      type: (title: string) => model.update((fields) => ({ ...fields, title })),
      leave: () => page.destroy(),
    };
  };
  const leaveWith = (title: string) => {
    const { type, leave } = open();
    type(title);
    leave();
  };

  it('follow their source until the user types', () => {
    const { model } = open();
    expect(model().title).toBe('a');
    source.set({ title: 'b', labelIds: [2] });
    expect(model()).toEqual({ title: 'b', labelIds: [2] });
  });

  it('keep what was typed, and follow in all other fields', () => {
    const { model, type } = open();
    type('typed');
    source.set({ title: 'b', labelIds: [2] });
    expect(model()).toEqual({ title: 'typed', labelIds: [2] });
  });

  it('follow again once the source is what was typed', () => {
    const { model, type } = open();
    type('typed');
    source.set({ title: 'typed', labelIds: [1] });
    expect(model().title).toBe('typed');
    source.set({ title: 'c', labelIds: [1] });
    expect(model().title).toBe('c');
  });

  it('keep what was typed while an optimistic value is rolled back', () => {
    const { model, type } = open();
    type('typed');
    holds.set(true);
    source.set({ title: 'typed', labelIds: [1] });
    expect(model().title).toBe('typed');
    source.set({ title: 'a', labelIds: [1] });
    holds.set(false);
    expect(model().title).toBe('typed');
  });

  it('are restored when the user returns', () => {
    leaveWith('typed');
    expect(open().model().title).toBe('typed');
    source.set({ title: 'b', labelIds: [2] });
    expect(open().model()).toEqual({ title: 'typed', labelIds: [2] });
  });

  it('follow their source when the user returns and has typed nothing', () => {
    const { model, leave } = open();
    expect(model().title).toBe('a');
    leave();
    source.set({ title: 'b', labelIds: [1] });
    expect(open().model().title).toBe('b');
  });

  it('follow again when they are saved after the user has left', () => {
    leaveWith('typed');
    drafts.saved('issue', { title: 'typed' });
    source.set({ title: 'b', labelIds: [1] });
    expect(open().model().title).toBe('b');
  });

  it('stay when the user has typed something else since', () => {
    leaveWith('typed and more');
    drafts.saved('issue', { title: 'typed' });
    expect(open().model().title).toBe('typed and more');
  });

  it('show what the server has stored', () => {
    const { model, type } = open();
    type(' typed ');
    drafts.saved('issue', { title: ' typed ' }, { title: 'typed', labelIds: [1] });
    source.set({ title: 'typed', labelIds: [1] });
    expect(model().title).toBe('typed');
    source.set({ title: 'c', labelIds: [1] });
    expect(model().title).toBe('c');
  });

  it('are restored on another page if their request fails', () => {
    const { type, leave } = open();
    type('typed');
    const sent = drafts.sent('issue', { title: 'typed' });
    sent.clear();
    leave();
    expect(sent.restore()).toBeTrue();
    expect(open().model().title).toBe('typed');
  });

  it('are forgotten when they are discarded', () => {
    leaveWith('typed');
    drafts.discard();
    expect(open().model().title).toBe('a');
  });
});
