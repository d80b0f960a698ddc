import type { CacheMutation } from 'ngx-cache-query';
import { announced } from './announced';
import { focusKeeper } from './focus-keeper';

/**
 * Returns a function that deletes the row of a component, announces the outcome, and keeps the focus in the list. The
 * row disappears immediately, and returns if it cannot be deleted. Must be called in an injection context.
 *
 * @param name returns what messages call the row: `The comment`
 */
export function deletion(
  mutation: CacheMutation<[{ id: number }], unknown>,
  row: () => { readonly id: number },
  name: () => string,
): () => void {
  const keepFocus = focusKeeper();
  const removal = announced(mutation, {
    done: () => `${name()} was deleted.`,
    failed: () => `${name()} was not deleted.`,
    isShown: false,
  });
  return () => {
    keepFocus();
    removal.mutate({ id: row().id });
  };
}
