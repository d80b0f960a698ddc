import {
  Component,
  type ElementRef,
  computed,
  inject,
  input,
  model,
  viewChild,
} from '@angular/core';
import type { FormValueControl, ValidationError } from '@angular/forms/signals';
import { messagesOf } from './field-problems';
import { Ids } from './ids';

/** A field for text, with one line or several lines. */
@Component({
  selector: 'app-text-field',
  templateUrl: './text-field.html',
})
export class TextField implements FormValueControl<string> {
  readonly label = input.required<string>();
  readonly type = input<'text' | 'search'>('text');
  /** The number of lines of a field with several lines. */
  readonly rows = input<number>();
  readonly inputMode = input<string>();
  readonly value = model.required<string>();
  readonly required = input(false);
  readonly maxLength = input<number>();
  readonly errors = input<readonly ValidationError.WithOptionalFieldTree[]>([]);

  private readonly text = viewChild.required<ElementRef<HTMLElement>>('text');

  protected readonly id = inject(Ids).next('text');
  protected readonly wrong = computed(() => messagesOf(this.errors()));

  focus(): void {
    this.text().nativeElement.focus();
  }
}
