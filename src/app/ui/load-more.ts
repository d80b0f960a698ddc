import {
  DOCUMENT,
  Component,
  ElementRef,
  afterRenderEffect,
  inject,
  input,
  output,
} from '@angular/core';
import { messageOf } from './failure';

/** The end of an infinite list. It loads the next page when it becomes visible or when its button is clicked. */
@Component({
  selector: 'app-load-more',
  template: `
    <p class="muted small" aria-live="polite">{{ shown() }} of {{ total() }} {{ what() }}</p>
    @if (error() !== undefined) {
      <p class="wrong" role="alert">
        The next {{ what() }} could not be loaded. {{ messageOf(error()) }}
      </p>
    }
    @if (hasMore()) {
      <button class="button quiet" type="button" [attr.aria-busy]="pending()" (click)="press()">
        {{ pending() ? 'Loading…' : error() === undefined ? 'Show more' : 'Try again' }}
      </button>
    } @else {
      <p class="end muted small" tabindex="-1">That is all.</p>
    }
  `,
  host: { class: 'card-head' },
})
export class LoadMore {
  /** The name of the items. */
  readonly what = input.required<string>();
  readonly shown = input.required<number>();
  readonly total = input.required<number>();
  readonly hasMore = input.required<boolean>();
  readonly pending = input.required<boolean>();
  /** The error of the last page. After an error, only the button retries. */
  readonly error = input<unknown>();
  readonly wanted = output();

  protected readonly messageOf = messageOf;
  readonly #host = inject<ElementRef<HTMLElement>>(ElementRef).nativeElement;
  readonly #page = inject(DOCUMENT);
  #pressed = false;

  constructor() {
    // The element is observed again after each page, because an observer does not report an element that stays visible.
    afterRenderEffect((onCleanup) => {
      this.shown();
      if (!this.hasMore() || this.pending() || this.error() !== undefined) return;
      const observer = new IntersectionObserver(
        ([entry]) => entry?.isIntersecting && this.wanted.emit(),
        { rootMargin: '0px 0px 200px' },
      );
      observer.observe(this.#host);
      onCleanup(() => observer.disconnect());
    });
    afterRenderEffect(() => this.#stayAtTheEnd());
  }

  protected press(): void {
    this.#pressed = true;
    this.wanted.emit();
  }

  /** If the pressed button disappears, the focus moves to the end of the list instead of the top of the page. */
  #stayAtTheEnd(): void {
    const { activeElement, body } = this.#page;
    if (this.hasMore() || !this.#pressed || activeElement !== body) return;
    this.#pressed = false;
    this.#host.querySelector<HTMLElement>('.end')?.focus({ preventScroll: true });
  }
}
