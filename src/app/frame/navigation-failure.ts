import { DOCUMENT, inject } from '@angular/core';
import { type NavigationError, Router } from '@angular/router';
import { Announcer } from '../ui/announcer';

/** Shows a message if a page cannot be loaded because the server that provides its code is unreachable. */
export function sayThatNavigationFailed({ url }: NavigationError): void {
  const router = inject(Router);
  const page = inject(DOCUMENT);
  inject(Announcer).fail('The page could not be loaded.', () => {
    // Some browsers cache the failure to load a module. In this case, the browser requests the module again only for a
    // new document.
    const askAnew = () => {
      if (page.defaultView?.navigator.onLine) page.location.assign(url);
    };
    router.navigateByUrl(url).catch(askAnew);
  });
}
