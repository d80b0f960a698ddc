import { EnvironmentInjector, Injectable, afterNextRender, inject } from '@angular/core';

/** Keeps people who use a keyboard where they are when what they pressed goes away. */
@Injectable({ providedIn: 'root' })
export class FocusKeeper {
  readonly #injector = inject(EnvironmentInjector);

  /**
   * When the next rendering takes the focus away, it goes to what is nearest to `element`: its item of
   * a list, the next one, the one before, or the heading of the section.
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
