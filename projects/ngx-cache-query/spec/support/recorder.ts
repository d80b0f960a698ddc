import type { CacheExtension, CacheHandle, Commit, RequestEvent } from 'ngx-cache-query/extensions';

/** Records everything that an extension receives. */
export class Recorder implements CacheExtension {
  readonly measures = true;
  readonly commits: Commit[] = [];
  readonly requests: RequestEvent[] = [];
  cache!: CacheHandle;
  destroyed = 0;

  onInit(cache: CacheHandle): void {
    this.cache = cache;
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
