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

/** The end of a list that grows: it asks for more when it comes into sight, and has a button for that too. */
@Component({
  selector: 'app-load-more',
  template: `
    <p class="muted small" aria-live="polite">{{ shown() }} of {{ total() }} {{ what() }}</p>
    @if (error() !== undefined) {
      <p class="failure" role="alert">{{ message() }}</p>
    }
    @if (hasMore()) {
      <button class="button quiet" type="button" [attr.aria-busy]="pending()" (click)="press()">
        {{ pending() ? 'Loading…' : error() === undefined ? 'Show more' : 'Try again' }}
      </button>
    } @else {
      <p class="end muted small" tabindex="-1">That is all.</p>
    }
  `,
  styles: `
    :host {
      display: flex;
      flex-wrap: wrap;
      align-items: center;
      justify-content: space-between;
      gap: 0.25rem 0.75rem;
      min-height: 1.875rem;
    }
    .failure {
      color: var(--danger);
      font-size: var(--small);
    }
  `,
})
export class LoadMore {
  /** What the list is of: `items`. */
  readonly what = input.required<string>();
  readonly shown = input.required<number>();
  readonly total = input.required<number>();
  readonly hasMore = input.required<boolean>();
  readonly pending = input.required<boolean>();
  /** Why the last page could not be loaded: then only the button retries. */
  readonly error = input<unknown>();
  readonly wanted = output();

  readonly #host = inject<ElementRef<HTMLElement>>(ElementRef).nativeElement;
  readonly #page = inject(DOCUMENT);
  #pressed = false;

  constructor() {
    // Looked at anew after each page: what is still in sight then is no news to an observer.
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

  protected message(): string {
    return `There is no news of the next ${this.what()}. ${messageOf(this.error())}`;
  }

  protected press(): void {
    this.#pressed = true;
    this.wanted.emit();
  }

  /** Who pressed the button until it was gone is at the end, and not at the top of the page. */
  #stayAtTheEnd(): void {
    const { activeElement, body } = this.#page;
    if (this.hasMore() || !this.#pressed || activeElement !== body) return;
    this.#pressed = false;
    this.#host.querySelector<HTMLElement>('.end')?.focus({ preventScroll: true });
  }
}
