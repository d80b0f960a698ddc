import { Component, computed, input } from '@angular/core';
import { Fade } from '../ui/fade';
import { type SourceName, sources } from './sources';

/** The source of the example next to it. */
@Component({
  selector: 'app-source',
  imports: [Fade],
  template: `
    <figure>
      <figcaption>
        {{ what() }} <code>{{ source().file }}</code>
      </figcaption>
      <pre
        appFade
        tabindex="0"
        role="region"
        [attr.aria-label]="'Source: ' + what()"
      ><code [attr.data-source]="of()">{{ source().code }}</code></pre>
    </figure>
  `,
  styles: `
    figure {
      display: grid;
      grid-template-columns: minmax(0, 1fr);
      margin: 0;
      border: 1px solid var(--line);
      border-radius: var(--radius-card);
      background: var(--inset);
    }
    figcaption {
      display: flex;
      flex-wrap: wrap;
      justify-content: space-between;
      gap: 0 1rem;
      padding: 0.75rem 1.25rem;
      border-bottom: 1px solid var(--line);
      color: var(--muted);
      font-size: var(--tiny);
    }
    figcaption code {
      font-size: 0.75rem;
    }
    pre {
      margin: 0;
      padding: 0.85rem 1.25rem 1rem;
      border-radius: 0 0 var(--radius-card) var(--radius-card);
      max-height: 32rem;
      overflow: auto;
      font-size: 0.75rem;
      line-height: 1.6;
      tab-size: 2;
    }
    pre:focus-visible {
      outline-offset: -2px;
    }
    pre code {
      font-size: inherit;
    }
  `,
})
export class Source {
  readonly of = input.required<SourceName>();
  /** The title: `Two types in one list`. */
  readonly what = input.required<string>();

  protected readonly source = computed(() => sources[this.of()]);
}
