import { NgTemplateOutlet } from '@angular/common';
import {
  Component,
  type ElementRef,
  TemplateRef,
  computed,
  contentChild,
  input,
  signal,
  viewChild,
} from '@angular/core';

const around = 4;

/** A long list of rows of equal height. Only the visible rows are in the DOM. */
@Component({
  selector: 'app-virtual-list',
  imports: [NgTemplateOutlet],
  template: `
    <div
      #box
      class="box"
      tabindex="0"
      role="region"
      [attr.aria-label]="label()"
      [style.height.px]="height()"
      (scroll)="top.set(box.scrollTop)"
    >
      <ul
        role="list"
        [style.height.px]="items().length * rowHeight()"
        [style.padding-top.px]="first() * rowHeight()"
      >
        @for (item of shown(); track $index) {
          <li
            [style.height.px]="rowHeight()"
            [attr.aria-setsize]="items().length"
            [attr.aria-posinset]="first() + $index + 1"
          >
            <ng-container
              [ngTemplateOutlet]="row()"
              [ngTemplateOutletContext]="{ $implicit: item }"
            />
          </li>
        }
      </ul>
    </div>
  `,
  styles: `
    .box {
      overflow: auto;
      border: 1px solid var(--line);
      border-radius: var(--radius);
      background: var(--inset);
      overflow-anchor: none;
    }
    ul {
      contain: strict;
    }
    li {
      overflow: hidden;
      border-bottom: 1px solid var(--line);
    }
  `,
})
export class VirtualList<T> {
  readonly label = input.required<string>();
  readonly items = input.required<readonly T[]>();
  readonly height = input.required<number>();
  readonly rowHeight = input.required<number>();

  protected readonly row = contentChild.required<TemplateRef<{ $implicit: T }>>(TemplateRef);
  private readonly box = viewChild.required<ElementRef<HTMLElement>>('box');

  protected readonly top = signal(0);
  protected readonly first = computed(() => {
    const last = Math.max(0, this.items().length - this.#count());
    return Math.min(last, Math.max(0, Math.floor(this.top() / this.rowHeight()) - around));
  });
  readonly #count = computed(() => Math.ceil(this.height() / this.rowHeight()) + 2 * around);
  protected readonly shown = computed(() =>
    this.items().slice(this.first(), this.first() + this.#count()),
  );

  toTop(): void {
    this.box().nativeElement.scrollTop = 0;
  }
}
