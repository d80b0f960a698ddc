/**
 * Devtools that answer why: where a value comes from, why a query ran, and why a request was sent. This entry point is
 * experimental and can change in any release.
 *
 * @packageDocumentation
 */
export { withDevtools } from './lib/with-devtools';
export type { DevtoolsOptions, RedactedField } from './lib/devtools-options';
export { CacheDevtools } from './lib/cache-devtools';
export type { QueryAnswer, RequestAnswer } from './lib/answers';
export type { DevtoolsSource, FieldAnswer, TableAnswer } from './lib/devtools-source';
export type { CacheActions } from './lib/cache-actions';
export type { Simulated, SimulatedRequests, Simulation } from './lib/simulations';
export type { ConsoleApi, ReplayedSession, TimelineEntry } from './lib/console-api';
export { RecordedSession } from './lib/recorded-session';
export type {
  DevtoolsSession,
  SessionCommit,
  SessionQuery,
  SessionRequest,
  SessionRow,
} from './lib/session';
export { withPerformanceTrack } from './lib/performance-track';
export { type ReduxDevtoolsOptions, withReduxDevtools } from './lib/redux-devtools';
export type { Origin } from './lib/origins';
export type { CommitRecord, QueryRecord, QueryRun, RequestRecord, RowRecord } from './lib/records';
