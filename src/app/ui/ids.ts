import { Injectable } from '@angular/core';

/** Gives elements ids. The numbers begin anew with each page, so they are the same on the server and in the browser. */
@Injectable({ providedIn: 'root' })
export class Ids {
  #count = 0;

  next(prefix: string): string {
    return `${prefix}-${this.#count++}`;
  }
}
