import { NgComponentOutlet } from '@angular/common';
import { Component, type Type, inject } from '@angular/core';
import { CachePanel } from './cache-panel/cache-panel';
import { Choice } from '../../src/app/ui/choice';
import { Backend } from './backend';
import { Collections } from './examples/collections';
import { Entities } from './examples/entities';
import { Optimistic } from './examples/optimistic';
import { Queries } from './examples/queries';
import { Streams } from './examples/streams';

interface Example {
  readonly title: string;
  readonly component: Type<unknown>;
}

/** The examples by their names in the URL. */
const examples: Readonly<Record<string, Example>> = {
  entities: { title: 'Rename a user', component: Entities },
  queries: { title: 'Filter and count', component: Queries },
  optimistic: { title: 'Complete a todo', component: Optimistic },
  collections: { title: 'Add and delete', component: Collections },
  streams: { title: 'Watch the prices', component: Streams },
};

/** An example with controls for its backend, and the content of the cache next to it. */
@Component({
  selector: 'app-live-page',
  imports: [CachePanel, Choice, NgComponentOutlet],
  template: `
    <main>
      <section class="card" aria-label="Example">
        @if (example) {
          <h1>{{ example.title }}</h1>
          @if (name !== 'streams') {
            <div class="controls">
              <app-choice
                legend="Latency"
                [options]="latencies"
                [value]="backend.latency()"
                (valueChange)="backend.latency.set($event)"
              />
              <label class="check">
                <input
                  type="checkbox"
                  role="switch"
                  [checked]="backend.failsNext()"
                  (change)="backend.failsNext.set(!backend.failsNext())"
                />
                Fail the next request
              </label>
            </div>
          }
          <ng-container *ngComponentOutlet="example.component" />
        } @else {
          <p class="empty-note">There is no example with this name.</p>
        }
      </section>
      <app-cache-panel />
    </main>
  `,
  styles: `
    main {
      display: grid;
      gap: 1rem;
      grid-template-columns: repeat(auto-fit, minmax(min(20rem, 100%), 1fr));
      padding: 1rem;
    }
    h1 {
      font: 600 1.35rem/1.3 var(--serif);
    }
    .controls {
      display: flex;
      flex-wrap: wrap;
      align-items: end;
      gap: 0.75rem 1.5rem;
    }
  `,
})
export class LivePage {
  protected readonly backend = inject(Backend);
  protected readonly latencies = [0, 400, 2_000].map((value) => ({ value, label: `${value} ms` }));
  protected readonly name = new URLSearchParams(location.search).get('example') ?? 'entities';
  protected readonly example = examples[this.name];
}
