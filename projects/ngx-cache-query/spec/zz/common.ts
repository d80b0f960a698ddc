// @ts-nocheck
import { TestBed } from '@angular/core/testing';
import { CacheService, provideCache, withRest } from 'ngx-cache-query';
import { CacheTesting, provideCacheTesting } from 'ngx-cache-query/testing';
export function setup(...features: any[]) {
  TestBed.configureTestingModule({ providers: [provideCache(...features), provideCacheTesting()] });
  return { cache: TestBed.inject(CacheService), testing: TestBed.inject(CacheTesting) };
}
void withRest;
