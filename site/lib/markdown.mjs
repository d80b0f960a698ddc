import { dirname, posix } from 'node:path';
import { addressOf, pages } from './documents.mjs';

const fence = /(^[ \t]*```[^\n]*\n[\s\S]*?^[ \t]*```[ \t]*$)/gm;

/**
 * Converts a document to a page of the site. The title becomes front matter. Links and pictures are changed so that
 * they work in the site. Comments for the scripts of this workspace are removed, and so are parts that only readers of
 * the repository need.
 *
 * @param file the path of the document in the workspace
 * @param base the path of the site, such as `/docs`
 */
export function toPage(file, text, base) {
  const page = pages.get(file);
  const [heading, title] = /^# (.+)\n/.exec(text) ?? [];
  if (title === undefined) throw new Error(`${file} must begin with "# " and a title.`);
  const body = text
    .slice(heading.length)
    .replace(/<!-- repository -->[\s\S]*?<!-- \/repository -->\n*/g, '')
    .split(fence)
    .map((part, i) => (i % 2 === 1 ? part : toPart(file, part, base)))
    .join('');
  const head = { title: plain(title), description: descriptionOf(body), editUrl: false };
  // The title of the site is appended to the title of each page. The first page already has the title of the site.
  if (page === 'index') head.head = [{ tag: 'title', content: plain(title) }];
  const lines = Object.entries(head).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  return ['---', ...lines, '---', body].join('\n');
}

/** Converts the text between two code blocks. */
function toPart(file, text, base) {
  return text
    .replace(/<!-- live: (\w+) -->/g, (_, example) => liveExample(example, base))
    .replace(/<!--[\s\S]*?-->\n?/g, '')
    .replace(/<picture>[\s\S]*?<\/picture>/g, (picture) => toImages(picture, base))
    .replace(/(!?)\[((?:[^[\]]|\[[^\]]*\])*)\]\(([^)\s]+)\)/g, (link, isImage, label, target) => {
      if (/^[a-z]+:/.test(target)) return link;
      if (isImage) return `![${label}](${imageAddress(target, base)})`;
      const address = linkAddress(file, target, base);
      return address === undefined ? label : `[${label}](${address})`;
    });
}

/**
 * Returns the address of a link target, or `undefined` if the site does not contain the target, for example a source
 * file.
 */
function linkAddress(file, target, base) {
  const [path, part] = target.split('#');
  const hash = part ? `#${part}` : '';
  if (path === '') return hash;
  const at = posix.normalize(posix.join(dirname(file), path)).replace(/\/$/, '');
  const page = pages.get(at) ?? pages.get(`${at}/README.md`);
  return page === undefined ? undefined : addressOf(page, base) + hash;
}

/**
 * Returns the images for both themes. `<picture>` always uses the theme that the browser prefers, but the theme can be
 * changed on the page.
 */
function toImages(picture, base) {
  const [, dark] = /srcset="([^"]+)"/.exec(picture);
  const [, light] = /<img[^>]* src="([^"]+)"/.exec(picture);
  const [, alt] = /alt="([^"]*)"/.exec(picture);
  const image = (theme, hiddenIn, source) =>
    `<img class="${theme} ${hiddenIn}:sl-hidden" src="${imageAddress(source, base)}" alt="${alt}" loading="lazy" />`;
  return `${image('of-light', 'dark', light)}\n${image('of-dark', 'light', dark)}`;
}

/** Returns a live example from `site/live` in a separate frame. */
function liveExample(example, base) {
  const source = `${base}/live/?example=${example}`;
  return `<iframe class="live" src="${source}" title="Live example" loading="lazy"></iframe>\n`;
}

/**
 * Returns the address of an image. The documents keep their images in one folder, which the site serves as `images`.
 */
function imageAddress(path, base) {
  return `${base}/images/${posix.basename(path)}`;
}

/** Returns the first sentence of the page without markup, for search engines and link previews. */
function descriptionOf(body) {
  const paragraph = body.split(/\n{2,}/).find((part) => /^[A-Z`*]/.test(part.trim())) ?? '';
  const [sentence] = /^[\s\S]*?[.:](?=\s|$)/.exec(plain(paragraph).trim()) ?? [''];
  return sentence.replace(/:$/, '.').replaceAll(/\s+/g, ' ');
}

function plain(markdown) {
  return markdown.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').replace(/[`*]/g, '');
}
