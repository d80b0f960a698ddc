import { Injectable, signal } from '@angular/core';

export type NetworkCondition = 'normal' | 'slow' | 'offline';

/** How the network behaves, as chosen on the page. */
@Injectable({ providedIn: 'root' })
export class Network {
  readonly condition = signal<NetworkCondition>('normal');
  /** Whether the next request fails; it is switched off by the one that did. */
  readonly failNext = signal(false);
}
