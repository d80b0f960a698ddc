import { Injectable, signal } from '@angular/core';

/** The selected user. */
@Injectable({ providedIn: 'root' })
export class Selection {
  readonly userId = signal<number | undefined>(undefined);
}
