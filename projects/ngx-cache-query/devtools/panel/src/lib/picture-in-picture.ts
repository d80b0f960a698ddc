/** The part of the Document Picture-in-Picture API that is used. Not all browsers have it. */
interface Floating {
  requestWindow(options: { width: number; height: number }): Promise<Window>;
}

function apiOf(page: Window): Floating | undefined {
  return (page as Window & { documentPictureInPicture?: Floating }).documentPictureInPicture;
}

/** Whether the browser can show an element in a window that stays on top. */
export function canFloat(page: Window): boolean {
  return apiOf(page) !== undefined;
}

/**
 * Moves an element into a window of its own, and back when this is closed.
 *
 * @returns a function that closes the window; `undefined` if the browser does not allow it
 */
export async function float(
  page: Window,
  element: HTMLElement,
  closed: () => void,
): Promise<(() => void) | undefined> {
  const place = page.document.createComment('cache-devtools');
  try {
    const own = await apiOf(page)!.requestWindow({ width: 720, height: 520 });
    own.document.title = 'Cache';
    own.document.documentElement.lang = 'en';
    own.document.documentElement.style.colorScheme = 'light dark';
    element.replaceWith(place);
    own.document.body.append(element);
    own.addEventListener('pagehide', () => {
      place.replaceWith(element);
      closed();
    });
    return () => own.close();
  } catch {
    return undefined;
  }
}
