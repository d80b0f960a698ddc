import { TestBed } from '@angular/core/testing';
import { type Observable, Subject, of } from 'rxjs';
import { Drafts } from './drafts';
import { sending } from './sending';

describe('sending', () => {
  const setUp = () => {
    const drafts = TestBed.inject(Drafts);
    const field = TestBed.runInInjectionContext(() =>
      drafts.keep(
        () => 'field',
        () => '',
      ),
    );
    field(); // as a template reads it
    const sent: string[] = [];
    const answers = [new Subject<string>(), of('yes')];
    const send = (text: string): Observable<string> => {
      sent.push(text);
      return answers[sent.length - 1]!;
    };
    field.set('One');
    const request = sending(drafts, 'field', send);
    return { field, sent, request, first: answers[0] as Subject<string> };
  };

  it('leaves the field free at once', () => {
    const { field, sent, request } = setUp();
    request.subscribe();
    expect(sent).toEqual(['One']);
    expect(field()).toBe('');
  });

  it('restores the text when the request fails, and sends the current text on retry', () => {
    const { field, sent, request, first } = setUp();
    request.subscribe({ error: () => undefined });
    first.error('no');
    expect(field()).toBe('One');
    field.set('One and a half');
    request.subscribe();
    expect(sent).toEqual(['One', 'One and a half']);
    expect(field()).toBe('');
  });

  it('leaves alone what was typed since, and sends the same again', () => {
    const { field, sent, request, first } = setUp();
    request.subscribe({ error: () => undefined });
    field.set('Two');
    first.error('no');
    request.subscribe();
    expect(field()).toBe('Two');
    expect(sent).toEqual(['One', 'One']);
  });
});
