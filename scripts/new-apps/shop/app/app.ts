import { Component } from '@angular/core';
import { RouterOutlet } from '@angular/router';
import { CacheDevtoolsPanel } from 'ngx-cache-query/devtools/production/panel';

@Component({
  selector: 'app-root',
  imports: [CacheDevtoolsPanel, RouterOutlet],
  template: '<router-outlet /><cache-devtools />',
})
export class App {}
