import { Component, inject } from '@angular/core';
import { Announcer } from './announcer';

/** The line at the foot of the window that says what just happened. */
@Component({
  selector: 'app-announcement',
  template: `<p role="status">
    @if (message(); as message) {
      <span>{{ message }}</span>
    }
  </p>`,
  styles: `
    p {
      position: fixed;
      z-index: 1;
      inset: auto 1rem 1rem;
      display: flex;
      justify-content: center;
      pointer-events: none;
    }
    span {
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
  protected readonly message = inject(Announcer).message;
}
