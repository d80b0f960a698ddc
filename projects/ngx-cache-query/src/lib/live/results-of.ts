import { Observable } from 'rxjs';
import type { Computation } from '../query/computation';
import type { StoredResponse } from '../requests/stored-response';

/** Emits the results of a computation. */
export function resultsOf(computation: Computation): Observable<StoredResponse> {
  return new Observable<StoredResponse>((observer) => computation.subscribe(observer));
}
