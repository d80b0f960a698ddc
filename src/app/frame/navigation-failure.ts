import { DOCUMENT, inject } from '@angular/core';
import { type NavigationError, Router } from '@angular/router';
import { Announcer } from '../ui/announcer';

/** A page that does not come, because its code is on a server that cannot be reached, says so. */
export function sayThatNavigationFailed({ url }: NavigationError): void {
  const router = inject(Router);
  const page = inject(DOCUMENT);
  inject(Announcer).fail('The page could not be loaded.', () => {
    // Some browsers remember that a module did not come: then only a new document asks again.
    const askAnew = () => {
      if (page.defaultView?.navigator.onLine) page.location.assign(url);
    };
    router.navigateByUrl(url).catch(askAnew);
  });
}
