import { Directive, ElementRef, afterEveryRender, inject, signal } from '@angular/core';

/** Fades the sides of a row if its content does not fit. */
@Directive({
  selector: '[appFade]',
  host: {
    '[class.more-before]': 'before()',
    '[class.more-after]': 'after()',
    '(scroll)': 'look()',
    '(window:resize)': 'look()',
  },
})
export class Fade {
  readonly #row = inject<ElementRef<HTMLElement>>(ElementRef).nativeElement;

  protected readonly before = signal(false);
  protected readonly after = signal(false);

  constructor() {
    afterEveryRender({ read: () => this.look() });
  }

  protected look(): void {
    const { scrollLeft, clientWidth, scrollWidth } = this.#row;
    this.before.set(scrollLeft > 1);
    this.after.set(scrollLeft + clientWidth < scrollWidth - 1);
  }
}
