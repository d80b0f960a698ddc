import { Injectable, signal } from '@angular/core';

/** Which user the page looks at. */
@Injectable({ providedIn: 'root' })
export class Selection {
  readonly userId = signal<number | undefined>(undefined);
}
