import { randomBytes } from 'node:crypto';

/** The placeholder for the nonce in index.html. Angular copies the nonce to the scripts and styles that it adds. */
const nonceInHtml = 'nonce-of-the-response';

/**
 * Returns a page with a strict Content-Security-Policy. Scripts run only if they have the nonce of this response, or if
 * such a script loads them. A `style` element requires the nonce too. Only Angular can create HTML from text.
 */
export async function withContentPolicy(response: Response): Promise<Response> {
  if (response.headers.get('content-type')?.includes('text/html') !== true) return response;
  const nonce = randomBytes(16).toString('base64');
  const html = (await response.text()).replaceAll(nonceInHtml, nonce);
  const { status, statusText } = response;
  const headers = new Headers(response.headers);
  headers.delete('content-length');
  headers.set(
    'content-security-policy',
    [
      "default-src 'self'",
      `script-src 'nonce-${nonce}' 'strict-dynamic'`,
      `style-src 'self' 'nonce-${nonce}'`,
      "style-src-attr 'unsafe-inline'",
      "img-src 'self' data: blob:",
      "object-src 'none'",
      "base-uri 'self'",
      "require-trusted-types-for 'script'",
      'trusted-types angular angular#bundler',
    ].join('; '),
  );
  return new Response(html, { status, statusText, headers });
}
