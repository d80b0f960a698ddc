import * as core from 'ngx-cache-query';
import { checkGraph, sweep } from 'ngx-cache-query-internals';
import { rootInjector } from '../models/core-histories/root-injector';
import type { Core, Edition, Views } from '../models/core-histories/library';

/** The third edition. */
export const edition: Edition = {
  core: core as unknown as Core,
  views: core as unknown as Views,

  open: () => {
    const injector = rootInjector();
    const cache = injector.get(core.CacheService);
    return {
      cache: cache as never,
      injector,
      sweep: () => sweep(cache),
      check: () => checkGraph(cache),
      end: () => injector.destroy(),
    };
  },
};
