import { type Observable, catchError, defer, throwError } from 'rxjs';
import type { Drafts } from './drafts';

/**
 * Sends what stands in a field: the field is empty at once, and has it back when the server refuses. Tried
 * again, it is what stands there by then; where something else was typed meanwhile, it is what was sent before.
 */
export function sending<T>(
  drafts: Drafts,
  key: string,
  send: (text: string) => Observable<T>,
): Observable<T> {
  let text = '';
  let isBack = true;
  return defer(() => {
    const sent = isBack ? drafts.textOf(key) : text;
    text = sent;
    drafts.saved(key, sent, '');
    return send(sent).pipe(
      catchError((error: unknown) => {
        isBack = drafts.giveBack(key, sent);
        return throwError(() => error);
      }),
    );
  });
}
