import { signal } from '@angular/core';
import { draftOf } from './draft';

describe('draftOf', () => {
  it('follows its source until the user types', () => {
    const source = signal('a');
    const draft = draftOf(source);
    expect(draft()).toBe('a');
    source.set('b');
    expect(draft()).toBe('b');
  });

  it('keeps what was typed when the source changes', () => {
    const source = signal('a');
    const draft = draftOf(source);
    draft.set('typed');
    source.set('b');
    expect(draft()).toBe('typed');
  });

  it('follows again once the source is what was typed', () => {
    const source = signal('a');
    const draft = draftOf(source);
    draft.set('typed');
    source.set('typed');
    expect(draft()).toBe('typed');
    source.set('c');
    expect(draft()).toBe('c');
  });
});
