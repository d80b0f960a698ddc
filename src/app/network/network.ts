import { Injectable, signal } from '@angular/core';

export type NetworkCondition = 'normal' | 'slow' | 'failing';

/** How the network behaves, as chosen on the page. */
@Injectable({ providedIn: 'root' })
export class Network {
  readonly condition = signal<NetworkCondition>('normal');
}
