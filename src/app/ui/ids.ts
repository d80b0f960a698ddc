import { Injectable } from '@angular/core';

/**
 * Assigns ids to elements. The numbers start again with each page, so they are the same on the server and in the
 * browser.
 */
@Injectable({ providedIn: 'root' })
export class Ids {
  #count = 0;

  next(prefix: string): string {
    return `${prefix}-${this.#count++}`;
  }
}
