import { provideHttpClient } from '@angular/common/http';
import { HttpTestingController, provideHttpClientTesting } from '@angular/common/http/testing';
import { TestBed } from '@angular/core/testing';
import { CacheService, type Endpoint } from 'ngx-cache-query';
import { watch } from './watch';

/** Sets up a cache, and returns a function that sends a mutation and returns its request. */
export function setUpMutations() {
  TestBed.configureTestingModule({ providers: [provideHttpClient(), provideHttpClientTesting()] });
  const cache = TestBed.inject(CacheService);
  const http = TestBed.inject(HttpTestingController);
  const send = (mutation: unknown, ...args: unknown[]) => {
    const values = watch(cache.fetch(mutation as Endpoint<unknown[]>, ...args));
    const [request] = http.match(({ method }) => method !== 'GET').slice(-1);
    return { request, values };
  };
  return { cache, http, send };
}
