// The documents of the package.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { assistantTexts } from './assistant-texts.mjs';
import { documents, library, markdownFiles, problems, read, root, save, write } from './files.mjs';

/**
 * Creates the documents of the package: the README without the parts that apply only to a checkout, the CHANGELOG and
 * LICENSE, the guides, the error pages that messages refer to, and the texts for coding assistants. They must be
 * copies, because ng-packagr does not include assets from outside the library. A link to a file that is not part of the
 * package is replaced with the text of the link.
 */
export function checkCopies() {
  const withoutMarks = (text) => text.replace(/<!-- .*? -->\n/g, '');
  const readme = withoutLinks(
    withoutMarks(
      read('README.md').replace(/<!-- workspace -->[\s\S]*?<!-- \/workspace -->\n*/g, ''),
    ),
    /^(https?:|#|docs\/(errors|guides|images)\/)/,
  );
  const pages = documents.filter((file) => /^docs\/(errors|guides)\//.test(file));
  const page = (file) =>
    withoutLinks(
      withoutMarks(read(file)),
      /^(https?:|#|[\w-]+\.md|\.\.\/(errors|guides|images)\/)/,
    );
  const made = {
    [`${library}/README.md`]: readme,
    [`${library}/CHANGELOG.md`]: read('CHANGELOG.md'),
    [`${library}/LICENSE`]: read('LICENSE'),
    ...Object.fromEntries(pages.map((file) => [`${library}/${file}`, page(file)])),
  };
  const inPackage = Object.entries(made).map(([file, text]) => [
    file.slice(library.length + 1),
    text,
  ]);
  const texts = assistantTexts(page('docs/assistants.md'), Object.fromEntries(inPackage));
  for (const [file, text] of Object.entries(texts)) made[`${library}/${file}`] = text;
  for (const [file, next] of Object.entries(made)) {
    const text = existsSync(join(root, file)) ? read(file) : '';
    if (next !== text && !write) problems.push(`${file} differs from the workspace's document.`);
    save(file, text, next);
  }
  for (const text of Object.values(made)) {
    for (const [, picture] of text.matchAll(/["(](?:docs|\.\.)\/images\/([\w.-]+)/g)) {
      copyPicture(`docs/images/${picture}`);
    }
  }
  for (const file of markdownFiles.filter((each) => each.startsWith(`${library}/`))) {
    if (!Object.hasOwn(made, file))
      problems.push(`${file} is not a copy of any document in the workspace.`);
  }
}

/** Replaces links to files that are not part of the package with their texts. Code remains unchanged. */
function withoutLinks(text, inPackage) {
  return text.replace(
    /^```[\s\S]*?^```|\[([^\]]+)\]\(([^)]*)\)|`[^`\n]*`/gm,
    (match, label, target) => (target === undefined || inPackage.test(target) ? match : label),
  );
}

/** Copies a picture into the package. */
function copyPicture(file) {
  const picture = readFileSync(join(root, file));
  const copy = join(root, library, file);
  if (existsSync(copy) && readFileSync(copy).equals(picture)) return;
  if (!write) {
    problems.push(`${library}/${file} differs from the workspace's picture.`);
    return;
  }
  mkdirSync(dirname(copy), { recursive: true });
  writeFileSync(copy, picture);
}
