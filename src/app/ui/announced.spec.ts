import { EnvironmentInjector, createEnvironmentInjector } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import { CacheService, Endpoint } from 'ngx-cache-query';
import { Subject } from 'rxjs';
import { announced } from './announced';
import { Announcer } from './announcer';
import { Drafts } from './drafts';

describe('announced', () => {
  const settled = () => new Promise((done) => setTimeout(done));

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
    const page = createEnvironmentInjector([], TestBed.inject(EnvironmentInjector));
    const field = page.runInContext(() =>
      drafts.model(
        () => 'field',
        () => ({ text: '' }),
      ),
    );
    const saving = page.runInContext(() =>
      announced(TestBed.inject(CacheService).mutation(saveText), {
        done: (stored, text) => `${text} is saved as ${stored}.`,
        failed: (text) => `${text} is not saved.`,
        isShown: true,
        sent: (text) => drafts.sent('field', { text }),
      }),
    );
    /** Types a text in the field, and sends it. */
    const type = (text: string) => {
      field.set({ text });
      saving.mutate(text);
    };
    const respond = (index: number, text: string) => {
      responses[index]!.next(text);
      responses[index]!.complete();
      return settled();
    };
    const fail = (index: number) => {
      responses[index]!.error(new Error('Why?'));
      return settled();
    };
    /** The messages about failures, without the reasons. */
    const failures = () => announcer.failures().map(({ message }) => message.split('.')[0]);
    const retry = () => announcer.retry(announcer.failures()[0]!);
    return { announcer, page, field, saving, sent, type, respond, fail, failures, retry };
  };

  it('says what was saved, also after the user has left', async () => {
    const { announcer, page, type, respond } = setUp();
    type('one');
    page.destroy();
    await respond(0, '1');
    expect(announcer.message()).toBe('one is saved as 1.');
  });

  it('leaves a failure to the template that shows it', async () => {
    const { saving, type, fail, failures } = setUp();
    type('one');
    await fail(0);
    expect(saving.error()).toBeDefined();
    expect(failures()).toEqual([]);
  });

  it('announces a failure after the user has left, and retries', async () => {
    const { page, sent, type, fail, failures, retry } = setUp();
    type('one');
    page.destroy();
    await fail(0);
    expect(failures()).toEqual(['one is not saved']);
    retry();
    expect(sent).toEqual(['one', 'one']);
    expect(failures()).toEqual([]);
  });

  it('leaves the failure of an earlier call to the template, and restores its text', async () => {
    const { field, saving, sent, type, respond, fail, failures } = setUp();
    type('one');
    type('two');
    await respond(1, '2');
    await fail(0);
    expect(saving.error()).toBeDefined();
    expect(field()).toEqual({ text: 'one' });
    expect(failures()).toEqual([]);
    expect(sent).toEqual(['one', 'two']);
  });

  it('empties the field at once, and restores the text after a failure', async () => {
    const { field, type, fail } = setUp();
    type('one');
    expect(field()).toEqual({ text: '' });
    await fail(0);
    expect(field()).toEqual({ text: 'one' });
  });

  it('keeps what the user typed meanwhile, and announces the failure', async () => {
    const { field, saving, sent, type, fail, failures, retry } = setUp();
    type('one');
    field.set({ text: 'two' });
    await fail(0);
    expect(field()).toEqual({ text: 'two' });
    expect(saving.error()).toBeUndefined();
    expect(failures()).toEqual(['one is not saved']);
    retry();
    expect(field()).toEqual({ text: 'two' });
    expect(sent).toEqual(['one', 'one']);
  });
});
