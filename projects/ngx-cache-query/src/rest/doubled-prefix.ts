import { warnOnce } from '../util/warn';
import { withPrefix } from './rest-request';

/**
 * Logs a warning if a path repeats the prefix, which results in a URL such as `/api/api/users`. Called only in dev
 * mode.
 */
export function warnOfDoubledPrefix(source: string, prefix: string, path: string): void {
  const base = prefix.replace(/^[a-z]+:\/\/[^/]*/, '').replace(/\/$/, '');
  if (base === '' || !path.startsWith(`${base}/`)) return;
  warnOnce(
    `${source}: the URL is ${withPrefix(prefix, path)}, because urlPrefix and the path both contain ${base}. Remove it from the ` +
      `path, or from urlPrefix if other paths contain it too.`,
  );
}
