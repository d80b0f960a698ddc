import { Component, inject } from '@angular/core';
import { Choice, type Option } from '../ui/choice';
import { Network, type NetworkCondition } from './network';

/** Lets the user select the behavior of the network. */
@Component({
  selector: 'app-network-choice',
  imports: [Choice],
  template: `
    <app-choice legend="Network" [options]="options" [(value)]="network.condition" />
    <label class="check">
      <input
        type="checkbox"
        role="switch"
        [checked]="network.failNext()"
        (change)="network.failNext.set(!network.failNext())"
      />
      Fail the next request
    </label>
  `,
  host: { class: 'stack tight' },
})
export class NetworkChoice {
  protected readonly network = inject(Network);
  protected readonly options: readonly Option<NetworkCondition>[] = [
    { label: 'Normal', value: 'normal' },
    { label: 'Slow', value: 'slow' },
    { label: 'Offline', value: 'offline' },
  ];
}
