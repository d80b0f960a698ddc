import { randomBytes } from 'node:crypto';

/** The placeholder for the nonce in index.html. Angular copies the nonce to the scripts and styles that it adds. */
const nonceInHtml = 'nonce-of-the-response';

/** The rules that hold on every page. */
export const common = [
  "default-src 'self'",
  "img-src 'self' data: blob:",
  "object-src 'none'",
  "base-uri 'self'",
];

/**
 * The rules of the built server. Scripts run only if they have the nonce of this response, or if such a script loads
 * them. A `style` element requires the nonce too. Only Angular can create HTML from text.
 */
export function strictPolicy(nonce: string): string[] {
  return [
    ...common,
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
    "require-trusted-types-for 'script'",
    'trusted-types angular angular#bundler',
  ];
}

/**
 * The rules of `ng serve`, which adds scripts and styles without a nonce: the client of its live reload, the new styles
 * of a component, and the page that shows a compilation error. The client connects to a WebSocket.
 */
export function developmentPolicy(nonce: string): string[] {
  return [
    ...common,
    `script-src 'self' 'nonce-${nonce}'`,
    "style-src 'self' 'unsafe-inline'",
    "connect-src 'self' ws:",
    "worker-src 'self' blob:",
  ];
}

/** Returns a page with a Content-Security-Policy. Other responses are returned unchanged. */
export async function withContentPolicy(
  response: Response,
  policy: (nonce: string) => string[],
): Promise<Response> {
  if (response.headers.get('content-type')?.includes('text/html') !== true) return response;
  const nonce = randomBytes(16).toString('base64');
  const html = (await response.text()).replaceAll(nonceInHtml, nonce);
  const { status, statusText } = response;
  const headers = new Headers(response.headers);
  headers.delete('content-length');
  headers.set('content-security-policy', policy(nonce).join('; '));
  return new Response(html, { status, statusText, headers });
}
