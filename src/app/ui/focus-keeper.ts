import { EnvironmentInjector, Injectable, afterNextRender, inject } from '@angular/core';

/** Keeps the keyboard focus in its place when the pressed button disappears. */
@Injectable({ providedIn: 'root' })
export class FocusKeeper {
  readonly #injector = inject(EnvironmentInjector);

  /**
   * Moves the focus to a button or an input nearby if the next rendering removes the focused element. The method tries
   * the same list item, the next item and the previous item. If it finds none, it moves the focus to the heading of the
   * section.
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
