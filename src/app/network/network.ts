import { Injectable, signal } from '@angular/core';

export type NetworkCondition = 'normal' | 'slow' | 'offline';

/** The behavior of the network that the user chose. */
@Injectable({ providedIn: 'root' })
export class Network {
  readonly condition = signal<NetworkCondition>('normal');
  /** Whether the next request fails. The request that fails switches it off. */
  readonly failNext = signal(false);
}
