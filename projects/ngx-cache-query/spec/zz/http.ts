// @ts-nocheck
import { provideHttpClient } from '@angular/common/http';
import { HttpTestingController, provideHttpClientTesting } from '@angular/common/http/testing';
import { TestBed } from '@angular/core/testing';
import { CacheService, provideCache } from 'ngx-cache-query';
export function setupHttp(...features: any[]) {
  TestBed.configureTestingModule({ providers: [provideHttpClient(), provideHttpClientTesting(), provideCache(...features)] });
  return { cache: TestBed.inject(CacheService), http: TestBed.inject(HttpTestingController) };
}
export const sleep = (ms: number) => new Promise((r) => setTimeout(r, ms));
