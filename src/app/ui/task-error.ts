import { Component, ElementRef, computed, inject, input } from '@angular/core';
import { failureOf } from './failure';
import { FocusKeeper } from './focus-keeper';
import type { Task } from './task';

/** Says that a task failed, and offers to try again. */
@Component({
  selector: 'app-task-error',
  template: `
    @if (failure(); as failure) {
      <div class="failure-box" role="alert">
        <p>
          {{ what() }} {{ failure.message }}
          @for (field of fields(); track field) {
            <br />{{ field }}.
          }
        </p>
        <div class="actions">
          <button class="button" type="button" (click)="retry()">Try again</button>
          <button class="button quiet" type="button" (click)="dismiss()">Dismiss</button>
        </div>
      </div>
    }
  `,
  styles: `
    :host {
      display: contents;
    }
  `,
})
export class TaskError {
  readonly task = input.required<Task>();
  /** What did not work, as a sentence. */
  readonly what = input.required<string>();

  readonly #focus = inject(FocusKeeper);
  readonly #host = inject<ElementRef<HTMLElement>>(ElementRef).nativeElement;

  protected readonly failure = computed(() => {
    const error = this.task().error();
    return error === undefined ? undefined : failureOf(error);
  });
  protected readonly fields = computed(() =>
    Object.entries(this.failure()?.fields ?? {}).map((field) => field.join(' ')),
  );

  protected retry(): void {
    this.#focus.stayNear(this.#host);
    this.task().retry();
  }

  protected dismiss(): void {
    this.#focus.stayNear(this.#host);
    this.task().dismiss();
  }
}
