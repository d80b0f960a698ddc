// The area of an application that recipes.spec.ts loads lazily.

// #region reports
// reports.ts
import { Component, inject } from '@angular/core';
import { CacheService, Entity, RestEndpoint } from 'ngx-cache-query';

export class Report extends Entity {
  static override readonly key: string = 'Report';
  readonly id: number = 0;
  readonly title: string = '';
}
const getReports = new RestEndpoint({ path: '/reports', schema: [Report] });

@Component({
  selector: 'app-reports',
  template: `
    @if (reports.hasValue()) {
      @for (report of reports.value(); track report.id) {
        <p>{{ report.title }}</p>
      }
    } @else if (reports.error()) {
      <p role="alert">The reports could not be loaded.</p>
    }
  `,
})
export class Reports {
  protected readonly reports = inject(CacheService).resource(getReports);
}
// #endregion
