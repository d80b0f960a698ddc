import ts from 'typescript';
import type { Edits } from './edits';
import type { Kinds } from './kinds';
import { type Properties, valueOf } from './properties';
import { parametersOf } from './syntax';

const UPLOAD = 'onUploadProgress';
const DOWNLOAD = 'onDownloadProgress';

/**
 * `onUploadProgress: (progress, ...args) => …` becomes
 * `progress: (...args) => reportProgress({ onUpload: (progress) => … })`.
 */
export function progressOption(
  property: ts.ObjectLiteralElementLike,
  all: Properties,
  kinds: Kinds,
  edits: Edits,
): void {
  const both = [all.get(UPLOAD), all.get(DOWNLOAD)].filter((each) => each !== undefined);
  const [first = property, second] = both.sort((a, b) => a.pos - b.pos);
  if (property !== first) return;
  const codes = both.map(valueOf);
  const [begin, upload, download] = [
    (args: string) => `progress: (${args}) => ${edits.use('reportProgress')}({ `,
    'onUpload',
    'onDownload',
  ];
  const to = (each: ts.ObjectLiteralElementLike) => (each === all.get(UPLOAD) ? upload : download);
  if (codes.every(ts.isArrowFunction)) {
    const given = codes.map((code) => code.parameters.slice(1).map((each) => each.getText()));
    const [args = '', ...others] = new Set(given.map((each) => each.join(', ')).filter(Boolean));
    const isAdjacent = second === undefined || /^[\s,]*$/.test(textBetween(first, second, edits));
    if (others.length > 0 || !isAdjacent) return leave(both, edits);
    edits.replace(first.name!, `${begin(args)}${to(first)}`);
    if (second) edits.replace(second.name!, to(second));
    codes.forEach((code) => removeArgs(code, edits));
    edits.after(second ?? first, ' })');
  } else if (second || ts.isMethodDeclaration(first)) leave(both, edits);
  else {
    const value = valueOf(first);
    const { code } = kinds.of(value) ?? {};
    const parameters = code ? parametersOf(code) : 'progress, ...args';
    const [progress = '', ...args] = parameters.split(', ');
    const given = args.join(', ');
    const listener = `${begin(given)}${to(first)}: (${progress}) => `;
    edits.replaceRange(first.getStart(), value.getStart(), listener);
    edits.after(first, `(${parameters}) })`);
  }
}

function leave(properties: readonly ts.ObjectLiteralElementLike[], edits: Edits): void {
  const to = 'progress: (...args) => reportProgress({ onUpload, onDownload })';
  for (const each of properties) edits.leave(each, `${each.name!.getText()}: write ${to}`);
}

function textBetween(a: ts.Node, b: ts.Node, { file }: Edits): string {
  return file.text.slice(a.end, b.getStart());
}

/** Removes the parameters for the arguments of the call. */
function removeArgs({ parameters }: ts.ArrowFunction, edits: Edits): void {
  const [progress] = parameters;
  if (parameters.length > 1) edits.replaceRange(progress!.end, parameters.at(-1)!.end, '');
}
