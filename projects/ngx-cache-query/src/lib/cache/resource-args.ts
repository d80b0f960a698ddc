import type { CacheResourceOptions } from '../signals/cache-resource';
import type { ResourceArgsContext } from '../signals/resolved-args';

interface Loads {
  readonly load: (...args: never) => unknown;
}

/** A function that returns the arguments of an endpoint, or `undefined` to disable the read. */
type GetArgsOf<X extends Loads> = (
  context: ResourceArgsContext,
) => Readonly<Parameters<X['load']>> | undefined;

/**
 * The parameters of `cache.resource` after the endpoint. The function that returns the arguments is optional if the
 * endpoint needs no arguments.
 */
export type ResourceArgs<X extends Loads> =
  [] extends Parameters<X['load']>
    ? [args?: GetArgsOf<X>, options?: CacheResourceOptions]
    : [args: GetArgsOf<X>, options?: CacheResourceOptions];
