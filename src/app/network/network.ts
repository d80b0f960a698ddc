import { Injectable, signal } from '@angular/core';

export type NetworkCondition = 'normal' | 'slow' | 'offline';

/** The network behavior that the user has selected. */
@Injectable({ providedIn: 'root' })
export class Network {
  readonly condition = signal<NetworkCondition>('normal');
  /** Whether the next request fails. After the failure, the value is `false` again. */
  readonly failNext = signal(false);
}
