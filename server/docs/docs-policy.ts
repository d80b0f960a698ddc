import { createHash } from 'node:crypto';
import { common } from '../content-policy';

/**
 * Returns the Content-Security-Policy for a page of the documentation. Unlike the pages of the demo, these pages are
 * static files, so they cannot contain a nonce. Therefore the policy contains the hash of each inline script and
 * `style` element in the page, and browsers block all others. `style` attributes are allowed, because code blocks are
 * colored with them. WebAssembly is allowed, because the search uses it.
 */
export function docsPolicy(html: string): string {
  return [
    ...common,
    `script-src 'self' 'wasm-unsafe-eval' ${hashes(html, 'script')}`,
    `style-src 'self' ${hashes(html, 'style')}`,
    "style-src-attr 'unsafe-inline'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** The policy of the live examples, which the documentation shows in frames. Angular adds their styles. */
export const livePolicy = [
  ...common,
  "style-src 'self' 'unsafe-inline'",
  "frame-ancestors 'self'",
].join('; ');

/** Returns the unique hashes of all elements that have content. */
function hashes(html: string, tag: 'script' | 'style'): string {
  const elements = html.matchAll(new RegExp(`<${tag}\\b[^>]*>([\\s\\S]*?)</${tag}>`, 'g'));
  const contents = new Set([...elements].map(([, content = '']) => content).filter(Boolean));
  const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  return [...contents].map(hash).join(' ');
}
