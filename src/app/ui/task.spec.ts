import { DestroyRef, EnvironmentInjector, createEnvironmentInjector } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import { NEVER, Observable, Subject, defer, of, throwError } from 'rxjs';
import { Announcer } from './announcer';
import { Task } from './task';

describe('Task', () => {
  let task: Task;

  beforeEach(() => {
    task = TestBed.runInInjectionContext(() => new Task());
  });

  it('is pending until the answer', () => {
    const answer = new Subject<string>();
    const answers: string[] = [];
    task.run(answer, (value) => answers.push(value));
    expect(task.pending()).toBeTrue();
    answer.next('yes');
    expect(task.pending()).toBeFalse();
    expect(answers).toEqual(['yes']);
  });

  it('does not send a second request while the first one runs', () => {
    let requests = 0;
    const request = new Observable<never>(() => void requests++);
    task.run(request);
    task.run(request);
    expect(requests).toBe(1);
  });

  it('starts one beside another, and is pending until the last of them is there', () => {
    const answers = [new Subject<string>(), new Subject<string>()];
    const done = jasmine.createSpy('done');
    task.start('a', answers[0]!, done);
    task.start('b', answers[1]!, done);
    answers[1]!.next('b');
    answers[1]!.complete();
    expect(task.pending()).toBeTrue();
    answers[0]!.next('a');
    expect(task.pending()).toBeFalse();
    expect(done.calls.allArgs()).toEqual([['b'], ['a']]);
  });

  it('starts the same once while it runs, and again later', () => {
    let requests = 0;
    const answer = new Subject<string>();
    const saving = defer(() => (requests++, answer));
    for (const typed of ['a', 'a', 'b', 'b']) task.start(typed, saving);
    expect(requests).toBe(2);
    answer.next('yes');
    task.start('b', saving);
    expect(requests).toBe(3);
  });

  it('retries the request that failed, not a later one', () => {
    const [first, second] = [new Subject<string>(), new Subject<string>()];
    let attempts = 0;
    task.start(
      'a',
      defer(() => (attempts++ ? of('a') : first)),
    );
    task.start('b', second);
    second.next('b');
    first.error('no');
    expect(task.error()).toBe('no');
    task.retry();
    expect(attempts).toBe(2);
    expect(task.error()).toBeUndefined();
  });

  it('aborts a running request for a new one', () => {
    const first = new Subject<string>();
    task.run(first);
    task.restart(NEVER);
    expect(first.observed).toBeFalse();
    expect(task.pending()).toBeTrue();
  });

  it('announces a failed change after the user has left, and retries it', () => {
    const injector = createEnvironmentInjector([], TestBed.inject(EnvironmentInjector));
    const ending = injector.runInContext(() => new Task(() => 'It was not saved.'));
    const announcer = TestBed.inject(Announcer);
    let attempts = 0;
    const answer = new Subject<string>();
    ending.run(defer(() => (attempts++ ? of('yes') : answer)));
    injector.destroy();
    answer.error('Why?');
    expect(announcer.failures().map(({ message }) => message)).toEqual(['It was not saved. Why?']);
    announcer.retry(announcer.failures()[0]!);
    expect(attempts).toBe(2);
    expect(announcer.failures()).toEqual([]);
  });

  it('keeps the error, and tries the same again', () => {
    let failing = true;
    const done = jasmine.createSpy('done');
    const request = new Observable<number>((subscriber) =>
      (failing ? throwError(() => 'no') : of(5)).subscribe(subscriber),
    );
    task.run(request, done);
    expect(task.error()).toBe('no');
    expect(task.pending()).toBeFalse();
    failing = false;
    task.retry();
    expect(task.error()).toBeUndefined();
    expect(done).toHaveBeenCalledOnceWith(5);
  });

  it('drops an error on dismiss, and with the next request', () => {
    task.run(throwError(() => 'no'));
    task.dismiss();
    expect(task.error()).toBeUndefined();
    task.run(throwError(() => 'no'));
    task.run(NEVER);
    expect(task.error()).toBeUndefined();
  });

  it('completes a change when its component is destroyed, without a callback', () => {
    const injector = createEnvironmentInjector([], TestBed.inject(EnvironmentInjector));
    const ending = injector.runInContext(() => new Task());
    const answer = new Subject<string>();
    const done = jasmine.createSpy('done');
    ending.run(answer, done);
    expect(injector.get(DestroyRef).destroyed).toBeFalse();
    injector.destroy();
    expect(answer.observed).toBeTrue();
    answer.next('late');
    expect(done).not.toHaveBeenCalled();
  });
});
