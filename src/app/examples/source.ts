import { Component, computed, input } from '@angular/core';
import { type SourceName, sources } from './sources';

/** The source of an example, for who wants to see it. */
@Component({
  selector: 'app-source',
  template: `
    <details>
      <summary>Source: {{ what() }}</summary>
      <pre><code [attr.data-source]="of()">{{ code() }}</code></pre>
    </details>
  `,
  styles: `
    details {
      border: 1px solid var(--line);
      border-radius: var(--radius);
      background: var(--inset);
      font-size: var(--tiny);
    }
    summary {
      padding: 0.5rem 0.85rem;
      color: var(--muted);
      cursor: pointer;
    }
    pre {
      margin: 0;
      padding: 0.25rem 0.85rem 0.85rem;
      line-height: 1.55;
      white-space: pre-wrap;
      overflow-wrap: anywhere;
    }
  `,
})
export class Source {
  readonly of = input.required<SourceName>();
  readonly what = input.required<string>();

  protected readonly code = computed(() => sources[this.of()]);
}
