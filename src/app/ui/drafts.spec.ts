import {
  EnvironmentInjector,
  type WritableSignal,
  createEnvironmentInjector,
  signal,
} from '@angular/core';
import { TestBed } from '@angular/core/testing';
import { Drafts } from './drafts';

describe('Drafts', () => {
  const source = signal('a');
  let drafts: Drafts;

  beforeEach(() => {
    source.set('a');
    drafts = TestBed.inject(Drafts);
  });

  /** Opens a page with one field. Returns the field, and a function that leaves the page. */
  const open = (): { field: WritableSignal<string>; leave: () => void } => {
    const page = createEnvironmentInjector([], TestBed.inject(EnvironmentInjector));
    const field = page.runInContext(() => drafts.keep(() => 'title', source));
    return { field, leave: () => page.destroy() };
  };
  const leaveWith = (typed: string) => {
    const { field, leave } = open();
    field.set(typed);
    leave();
  };

  it('are there again when one comes back', () => {
    leaveWith('typed');
    expect(open().field()).toBe('typed');
    source.set('b');
    expect(open().field()).toBe('typed');
  });

  it('are nothing when nothing was typed', () => {
    const { field, leave } = open();
    expect(field()).toBe('a');
    leave();
    source.set('b');
    expect(open().field()).toBe('b');
  });

  it('are cleared when they are saved after one has left', () => {
    leaveWith('typed');
    drafts.saved('title', 'typed', 'typed');
    source.set('b');
    expect(open().field()).toBe('b');
  });

  it('stay when something else was typed since', () => {
    leaveWith('typed and more');
    drafts.saved('title', 'typed', 'typed');
    expect(open().field()).toBe('typed and more');
  });

  it('show what the server made of them', () => {
    const { field } = open();
    field.set(' typed ');
    source.set('typed');
    expect(field()).toBe(' typed ');
    drafts.saved('title', ' typed ', 'typed');
    expect(field()).toBe('typed');
    source.set('c');
    expect(field()).toBe('c');
  });
});
