import type { CommitHook } from './commit-hook';
import type { Store } from './store';

/** Returns the commit hook of a feature in a store. Creates and registers the hook on first use. */
export function hookOf<H extends CommitHook>(store: Store, type: new (store: Store) => H): H {
  const known = store.hooks.find((each): each is H => each instanceof type);
  if (known !== undefined) return known;
  const hook = new type(store);
  store.hooks.push(hook);
  return hook;
}
