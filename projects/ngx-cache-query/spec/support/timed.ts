import { TestBed } from '@angular/core/testing';
import { of, Subject, throwError } from 'rxjs';
import {
  type CacheFeature,
  CacheService,
  Endpoint,
  type EndpointOptions,
  provideCache,
  withClock,
} from 'ngx-cache-query';
import { PageActivity } from 'ngx-cache-query-internals';
import { FakeClock } from './fake-clock';
import { User } from './models';

type Options = Partial<EndpointOptions<[], typeof User, unknown>>;

/** A cache, and endpoints that count their requests. The spec controls the time, the page and the connection. */
export class Timed {
  readonly clock = new FakeClock();
  readonly page = {
    isActive: true,
    focused$: new Subject<void>(),
    reconnected$: new Subject<void>(),
    active$: new Subject<void>(),
    changed$: new Subject<void>(),
  };
  readonly cache: CacheService;
  requestCount = 0;

  /** Sets up a separate TestBed. */
  constructor(...features: CacheFeature[]) {
    TestBed.resetTestingModule();
    TestBed.configureTestingModule({
      providers: [
        provideCache(withClock(this.clock), ...features),
        { provide: PageActivity, useValue: this.page },
      ],
    });
    this.cache = TestBed.inject(CacheService);
  }

  /** Creates an endpoint that responds synchronously with `answer 1`, `answer 2`. */
  endpoint(options: Options = {}) {
    const load = () => of({ id: 'a', name: `answer ${++this.requestCount}` });
    return new Endpoint({ load, schema: User, ...options });
  }

  /** Creates an endpoint that fails synchronously with an error, or with `failure 1`, `failure 2`. */
  failing(options: Options = {}, error?: object) {
    const load = () => throwError(() => this.#count(error));
    return this.endpoint({ load, ...options });
  }

  #count(error: object | undefined): object {
    this.requestCount++;
    return error ?? new Error(`failure ${this.requestCount}`);
  }

  /** Returns an endpoint and its requests. The spec responds to them. */
  pending(options: Options = {}) {
    const requests: Subject<object>[] = [];
    const load = () => {
      this.requestCount++;
      const request = new Subject<object>();
      requests.push(request);
      return request;
    };
    return { requests, endpoint: this.endpoint({ load, ...options }) };
  }
}
