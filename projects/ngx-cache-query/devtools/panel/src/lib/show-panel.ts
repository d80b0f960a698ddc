import { createComponent, type Injector, inputBinding } from '@angular/core';
import { createApplication } from '@angular/platform-browser';
import { CLOCK } from 'ngx-cache-query';
import { CacheDevtools } from 'ngx-cache-query/devtools';
import { Panel } from './panel';

/**
 * Shows the panel, in an application of its own: one that shows a page with an error does not update its other views.
 *
 * @param place the panel is added to this element
 * @param page the injector of the page
 * @returns a function that removes the panel
 */
export async function showPanel(
  place: HTMLElement,
  page: Injector,
  { close, takesFocus }: { readonly close: () => void; readonly takesFocus: boolean },
): Promise<() => void> {
  const application = await createApplication({
    providers: [
      { provide: CacheDevtools, useValue: page.get(CacheDevtools, null) },
      { provide: CLOCK, useValue: page.get(CLOCK) },
    ],
  });
  const panel = createComponent(Panel, {
    environmentInjector: application.injector,
    bindings: [inputBinding('close', () => close), inputBinding('takesFocus', () => takesFocus)],
  });
  application.attachView(panel.hostView);
  place.append(panel.location.nativeElement as HTMLElement);
  return () => application.destroy();
}
