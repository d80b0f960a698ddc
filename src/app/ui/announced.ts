import { computed, inject } from '@angular/core';
import type { CacheError, CacheMutation } from 'ngx-cache-query';
import { Announcer } from './announcer';
import { messageOf } from './failure';

/** The fields whose content a request sends. They are emptied at once, so that the user can continue to type. */
export interface Sent {
  /** Empties the fields, unless the user typed something else meanwhile. */
  clear(): void;
  /** Puts the content back, unless the user typed something else meanwhile. Returns whether it is back. */
  restore(): boolean;
}

interface Announcements<Args extends readonly unknown[], T> {
  /** Returns the message after a request. */
  readonly done: (value: T, ...args: Args) => string;
  /** Returns the text that precedes the reason for a failure. */
  readonly failed: (...args: Args) => string;
  readonly sent?: (...args: Args) => Sent;
}

/**
 * Announces the outcome of each `run` of a mutation. A failure that no template shows is at the foot of the window,
 * until the user retries or dismisses it. In an injection context.
 *
 * Use `onSuccess` of the mutation for effects on the page. It is not called when the page was left, or when the change
 * itself removed the row of the component.
 */
export function announced<Args extends readonly unknown[], T, E extends CacheError>(
  mutation: CacheMutation<Args, T, E>,
  { done, failed, sent }: NoInfer<Announcements<Args, T>>,
): CacheMutation<Args, T, E> {
  const announcer = inject(Announcer);
  let isRead = false;
  const error = computed(() => {
    isRead = true;
    return mutation.error();
  });
  const run = (...args: Args) => {
    const fields = sent?.(...args);
    fields?.clear();
    mutation.runAsync(...args).then(
      (value) => announcer.say(done(value, ...args)),
      (reason: unknown) => {
        const isBack = fields?.restore() ?? true;
        // The error of an earlier run, or of a component that was destroyed, is not in `error`.
        const isShown = isRead && mutation.error() === reason;
        if (isShown && isBack) return;
        if (isShown) mutation.clear();
        announcer.fail(`${failed(...args)} ${messageOf(reason)}`, () => run(...args));
      },
    );
  };
  return { ...mutation, error, run };
}
