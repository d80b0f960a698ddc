import {
  type CacheExtension,
  type CacheHandle,
  type CacheInspection,
  type Commit,
  inspect,
  type RequestEvent,
} from 'ngx-cache-query/extensions';

/** Records everything that an extension receives. */
export class Recorder implements CacheExtension {
  readonly commits: Commit[] = [];
  readonly requests: RequestEvent[] = [];
  handle!: CacheHandle;
  cache!: CacheInspection;
  destroyed = 0;

  onInit(cache: CacheHandle): void {
    this.handle = cache;
    this.cache = inspect(cache);
    this.cache.measure();
  }
  onCommit(commit: Commit): void {
    this.commits.push(commit);
  }
  onRequest(event: RequestEvent): void {
    this.requests.push(event);
  }
  onDestroy(): void {
    this.destroyed++;
  }
}
