import { type Observable, catchError, defer, throwError } from 'rxjs';
import type { Drafts } from './drafts';

/**
 * Sends the text of a field. The field is emptied at once, and the text is restored if the request fails. A retry sends
 * the text that the field has by then. If the user has typed something else meanwhile, it sends the previous text.
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
