import { ElementRef, EnvironmentInjector, afterNextRender, inject } from '@angular/core';

/**
 * Returns a function that keeps the keyboard focus near the component if the next rendering removes the focused
 * element. It tries the same list item, the next item and the previous item. If it finds no button or input, it moves
 * the focus to the heading of the section. Must be called in an injection context.
 */
export function focusKeeper(): () => void {
  const host = inject<ElementRef<HTMLElement>>(ElementRef).nativeElement;
  const injector = inject(EnvironmentInjector);
  return () => {
    const item = host.closest('li');
    const near = [
      ...[item, item?.nextElementSibling, item?.previousElementSibling].map(
        (each) => each?.querySelector<HTMLElement>('button, input') ?? undefined,
      ),
      host.closest('section')?.querySelector('h2'),
    ];
    const stay = () => {
      const page = host.ownerDocument;
      if (page.activeElement === page.body) near.find((each) => each?.isConnected)?.focus();
    };
    afterNextRender(stay, { injector });
  };
}
