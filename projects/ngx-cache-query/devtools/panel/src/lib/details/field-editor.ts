import {
  afterNextRender,
  ChangeDetectionStrategy,
  Component,
  type ElementRef,
  inject,
  input,
  output,
  signal,
  viewChild,
} from '@angular/core';
import { PanelState, type RowId } from '../panel-state';
import { oneLine } from '../texts';

/** Edits a field as JSON. */
@Component({
  selector: 'ncq-field-editor',
  changeDetection: ChangeDetectionStrategy.OnPush,
  template: `
    <form
      (submit)="save($event)"
      (keydown.escape)="closed.emit()"
      (keydown.control.enter)="save($event)"
    >
      <textarea
        #json
        rows="2"
        spellcheck="false"
        [attr.aria-label]="'The value of ' + field() + ' as JSON'"
        [value]="line()"
      ></textarea>
      <button type="submit">Save</button>
      <button type="button" (click)="closed.emit()">Cancel</button>
      @if (problem(); as problem) {
        <p class="bad" role="alert">{{ problem }}</p>
      }
    </form>
  `,
  styles: `
    form {
      display: flex;
      flex-wrap: wrap;
      gap: 6px;
      align-items: start;
    }
    textarea {
      flex: 1 1 192px;
      resize: vertical;
    }
    p {
      flex-basis: 100%;
      margin: 0;
      color: var(--bad);
    }
  `,
})
export class FieldEditor {
  readonly row = input.required<RowId>();
  readonly field = input.required<string>();
  readonly value = input.required<unknown>();
  readonly closed = output();

  private readonly json = viewChild.required<ElementRef<HTMLTextAreaElement>>('json');
  readonly #state = inject(PanelState);
  protected readonly line = signal('');
  protected readonly problem = signal<string | undefined>(undefined);

  constructor() {
    afterNextRender(() => {
      this.line.set(oneLine(this.value())); // A commit while the user types does not change the text.
      this.json().nativeElement.focus();
    });
  }

  protected save(event: Event): void {
    event.preventDefault();
    const { pk, table } = this.row();
    try {
      const value = JSON.parse(this.json().nativeElement.value) as unknown;
      this.#state.devtools().edit(table, pk, this.field(), value);
      this.closed.emit();
    } catch (error) {
      this.problem.set(error instanceof Error ? error.message : String(error));
    }
  }
}
