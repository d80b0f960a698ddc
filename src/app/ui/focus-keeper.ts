import { EnvironmentInjector, Injectable, afterNextRender, inject } from '@angular/core';

/** Keeps the focus in its place when the pressed button disappears, for keyboard users. */
@Injectable({ providedIn: 'root' })
export class FocusKeeper {
  readonly #injector = inject(EnvironmentInjector);

  /**
   * If the next rendering removes the focused element, moves the focus to the nearest one: in the same list item, in
   * the next item, in the previous item, or to the heading of the section.
   */
  stayNear(element: HTMLElement): void {
    const item = element.closest('li');
    const near = [
      ...[item, item?.nextElementSibling, item?.previousElementSibling].map(
        (each) => each?.querySelector<HTMLElement>('button, input') ?? undefined,
      ),
      element.closest('section')?.querySelector('h2'),
    ];
    const stay = () => {
      const page = element.ownerDocument;
      if (page.activeElement === page.body) near.find((each) => each?.isConnected)?.focus();
    };
    afterNextRender(stay, { injector: this.#injector });
  }
}
