import { ElementRef, EnvironmentInjector, afterNextRender, inject } from '@angular/core';

/**
 * Returns a function that keeps the keyboard focus near the component if the next rendering removes the focused
 * element. It tries the same list item, the next item and the previous item. If it finds no button or input, it moves
 * the focus to the heading of the section. Must be called in an injection context.
 *
 * @param first the selector of an element of the component that is tried first
 */
export function focusKeeper(first = 'button, input'): () => void {
  const host = inject<ElementRef<HTMLElement>>(ElementRef).nativeElement;
  const injector = inject(EnvironmentInjector);
  return () => {
    const item = host.closest('li');
    const items = [item, item?.nextElementSibling, item?.previousElementSibling];
    const heading = host.closest('section')?.querySelector('h2');
    const stay = () => {
      const page = host.ownerDocument;
      if (page.activeElement !== page.body) return;
      const near = items.map((each) => each?.querySelector<HTMLElement>('button, input'));
      [host.querySelector<HTMLElement>(first), ...near, heading]
        .find((each) => each?.isConnected)
        ?.focus({ preventScroll: true }); // a renamed row may have moved far away
    };
    afterNextRender(stay, { injector });
  };
}
