import { Component, input } from '@angular/core';
import type { Priority as Level } from '../data/issue';

/** The priority of an issue. A normal priority is not shown. */
@Component({
  selector: 'app-priority',
  template: `
    @if (value() !== 'normal') {
      <span [class]="value()">{{ value() }}</span>
    }
  `,
  styles: `
    span {
      font-size: 0.75rem;
      font-weight: 600;
    }
    .urgent {
      color: var(--danger);
    }
    .high {
      color: var(--warn);
    }
    .low {
      color: var(--muted);
      font-weight: 400;
    }
  `,
})
export class Priority {
  readonly value = input.required<Level>();
}
