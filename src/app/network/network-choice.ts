import { Component, inject } from '@angular/core';
import { Choice, type Option } from '../ui/choice';
import { Network, type NetworkCondition } from './network';

/** Chooses how the network behaves. */
@Component({
  selector: 'app-network-choice',
  imports: [Choice],
  template: `<app-choice legend="Network" [options]="options" [(value)]="condition" />`,
})
export class NetworkChoice {
  protected readonly condition = inject(Network).condition;
  protected readonly options: readonly Option<NetworkCondition>[] = [
    { label: 'Normal', value: 'normal' },
    { label: 'Slow', value: 'slow' },
    { label: 'Failing', value: 'failing' },
  ];
}
