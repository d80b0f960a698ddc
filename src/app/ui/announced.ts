import { inject } from '@angular/core';
import type { CacheError, CacheMutation } from 'ngx-cache-query';
import { Announcer } from './announcer';
import { messageOf } from './failure';

/** The fields that a request sends. They are cleared immediately, so that the user can continue to type. */
export interface Sent {
  /** Clears the fields, unless the user has typed something else in the meantime. */
  clear(): void;
  /**
   * Restores the content, unless the user has typed something else in the meantime. Returns whether the content was
   * restored.
   */
  restore(): boolean;
}

interface Announcements<Args extends readonly unknown[], T> {
  /** Returns the message that is shown after a successful request. */
  readonly done: (value: T, ...args: Args) => string;
  /** Returns the first part of the message about a failure. The reason follows it. */
  readonly failed: (...args: Args) => string;
  /** Whether the template shows `error`. If not, all failures are announced. Default: `true`. */
  readonly isShown?: boolean;
  readonly sent?: (...args: Args) => Sent;
}

/**
 * Announces the outcome of each `mutate` of a mutation. A failure that no template shows appears at the bottom of the
 * window until the user retries or dismisses it. Must be called in an injection context.
 *
 * Use `onSuccess` of the mutation for effects on the page. It is not called if the user has left the page or if the
 * change itself has removed the row of the component.
 */
export function announced<Args extends readonly unknown[], T, E extends CacheError>(
  mutation: CacheMutation<Args, T, E>,
  { done, failed, isShown = true, sent }: NoInfer<Announcements<Args, T>>,
): CacheMutation<Args, T, E> {
  const announcer = inject(Announcer);
  const mutate = (...args: Args) => {
    const fields = sent?.(...args);
    fields?.clear();
    mutation.mutateAsync(...args).then(
      (value) => announcer.say(done(value, ...args)),
      (reason: unknown) => {
        const isBack = fields?.restore() ?? true;
        // `error` does not contain the error of a destroyed component, or one that was cleared.
        if (isShown && mutation.error() === reason) {
          if (isBack) return;
          mutation.clear();
        }
        announcer.fail(`${failed(...args)} ${messageOf(reason)}`, () => mutate(...args));
      },
    );
  };
  return { ...mutation, mutate };
}
