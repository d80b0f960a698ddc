import { DestroyRef, EnvironmentInjector, createEnvironmentInjector } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import { NEVER, Observable, Subject, of, throwError } from 'rxjs';
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

  it('forgets an error when told to, and with the next request', () => {
    task.run(throwError(() => 'no'));
    task.dismiss();
    expect(task.error()).toBeUndefined();
    task.run(throwError(() => 'no'));
    task.run(NEVER);
    expect(task.error()).toBeUndefined();
  });

  it('sends a change to its end when its component goes, and tells nobody', () => {
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
