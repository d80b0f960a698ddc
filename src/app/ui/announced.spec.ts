import { TestBed } from '@angular/core/testing';
import { CacheService, Endpoint } from 'ngx-cache-query';
import { Subject } from 'rxjs';
import { announced } from './announced';
import { Announcer } from './announcer';
import { Drafts } from './drafts';

describe('announced', () => {
  const setUp = () => {
    const [announcer, drafts] = [TestBed.inject(Announcer), TestBed.inject(Drafts)];
    const sent: string[] = [];
    const responses: Subject<string>[] = [];
    const saveText = new Endpoint({
      sideEffect: true,
      load: (text: string) => {
        sent.push(text);
        const response = new Subject<string>();
        responses.push(response);
        return response;
      },
    });
    const field = drafts.model(
      () => 'field',
      () => ({ text: '' }),
    );
    const saving = TestBed.runInInjectionContext(() =>
      announced(TestBed.inject(CacheService).mutation(saveText), {
        done: (stored, text) => `${text} is saved as ${stored}.`,
        failed: (text) => `${text} is not saved.`,
        sent: (text) => drafts.sent('field', { text }),
      }),
    );
    /** Types a text in the field, and sends it. */
    const send = (text: string) => {
      field.set({ text });
      saving.mutate(text);
    };
    const fail = (index: number) => {
      responses[index]!.error(new Error('Why?'));
      return new Promise((settled) => setTimeout(settled));
    };
    return { announcer, field, saving, sent, responses, send, fail };
  };

  it('leaves the failure of an earlier call to the template, and restores its text', async () => {
    const { announcer, field, saving, sent, responses, send, fail } = setUp();
    send('one');
    expect(field()).toEqual({ text: '' });
    send('two');
    responses[1]!.next('2');
    responses[1]!.complete();
    await fail(0);
    expect(saving.error()).toBeDefined();
    expect(field()).toEqual({ text: 'one' });
    expect(announcer.failures()).toEqual([]);
    expect(sent).toEqual(['one', 'two']);
  });

  it('keeps what the user typed meanwhile, and announces the failure', async () => {
    const { announcer, field, saving, sent, send, fail } = setUp();
    send('one');
    field.set({ text: 'two' });
    await fail(0);
    expect(field()).toEqual({ text: 'two' });
    expect(saving.error()).toBeUndefined();
    const [failure] = announcer.failures();
    expect(failure!.message).toContain('one is not saved.');
    announcer.retry(failure!);
    expect(field()).toEqual({ text: 'two' });
    expect(sent).toEqual(['one', 'one']);
  });
});
