// Replaces dist/pending-tasks-compat.mjs of @tanstack/angular-query-experimental in the variant `tanstack-fixed`. The
// original finds PendingTasks with `import * as ng from '@angular/core'`, which makes a bundler keep every export of
// Angular. Angular 22 always has PendingTasks.
import { inject, InjectionToken, PendingTasks } from '@angular/core';

export const PENDING_TASKS = new InjectionToken('PENDING_TASKS', {
  factory: () => inject(PendingTasks),
});
