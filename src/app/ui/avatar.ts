import { Component, computed, input } from '@angular/core';

/** The initials of a name on a colored background. The avatar is decorative, because the name is next to it. */
@Component({
  selector: 'app-avatar',
  template: `{{ initials() }}`,
  host: { 'aria-hidden': 'true', '[style.--hue]': 'hue()' },
  styles: `
    :host {
      display: inline-grid;
      place-items: center;
      flex: none;
      width: 2.25rem;
      height: 2.25rem;
      border-radius: 50%;
      background: light-dark(oklch(91% 0.055 var(--hue)), oklch(36% 0.055 var(--hue)));
      color: light-dark(oklch(38% 0.075 var(--hue)), oklch(91% 0.045 var(--hue)));
      font-size: 0.8125rem;
      font-weight: 600;
      user-select: none;
    }
  `,
})
export class Avatar {
  readonly name = input.required<string>();
  readonly hue = input.required<number>();

  protected readonly initials = computed(() => {
    const words = this.name().split(/\s+/).filter(Boolean);
    return [words.at(0), words.length > 1 ? words.at(-1) : '']
      .map((word) => Array.from(word ?? '')[0] ?? '')
      .join('')
      .toLocaleUpperCase();
  });
}
