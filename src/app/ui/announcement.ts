import { Component, inject } from '@angular/core';
import { Announcer } from './announcer';

/** The lines at the bottom of the window. They show the last outcome, and failures on pages that the user has left. */
@Component({
  selector: 'app-announcement',
  template: `
    <div class="failures" role="alert">
      @for (failure of announcer.failures(); track failure) {
        <div class="failure-box afloat">
          <p>{{ failure.message }}</p>
          <div class="actions">
            <button class="button" type="button" (click)="announcer.retry(failure)">
              Try again
            </button>
            <button class="button quiet" type="button" (click)="announcer.dismiss(failure)">
              Dismiss
            </button>
          </div>
        </div>
      }
    </div>
    <p role="status">
      @if (announcer.message(); as message) {
        <span>{{ message }}</span>
      }
    </p>
  `,
  styles: `
    :host {
      position: fixed;
      z-index: 2;
      inset: auto 1rem 1rem;
      display: grid;
      justify-items: center;
      gap: 0.5rem;
      pointer-events: none;
    }
    .failures {
      display: grid;
      gap: 0.5rem;
      max-width: 40rem;
    }
    .afloat {
      box-shadow: var(--shadow);
      pointer-events: auto;
    }
    span {
      display: block;
      padding: 0.5rem 1rem;
      border-radius: 1.25rem;
      background: var(--ink);
      color: var(--paper);
      font-size: var(--small);
      overflow-wrap: anywhere;
      animation: rise var(--quick) ease-out;
    }
    @keyframes rise {
      from {
        opacity: 0;
        transform: translateY(0.5rem);
      }
    }
  `,
})
export class Announcement {
  protected readonly announcer = inject(Announcer);
}
