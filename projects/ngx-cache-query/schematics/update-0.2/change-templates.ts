import type { Tree } from '@angular-devkit/schematics';
import ts from 'typescript';
import type { Leftover } from './edits';
import type { Rewriter } from './rewriter';
import { type TemplateEdit, templateEdits } from './templates';

/** Changes the templates of components. Returns what the user must change in them. */
export function changeTemplates(
  files: readonly ts.SourceFile[],
  tree: Tree,
  rewriter: Rewriter,
): readonly Leftover[] {
  const edits = files.flatMap((file) => editsIn(file, tree, rewriter));
  const left: Leftover[] = [];
  const inHtml = new Map<string, Map<number, TemplateEdit & { readonly text: string }>>();
  for (const edit of edits) {
    const { file, from, to, text, source } = edit;
    if (text === undefined) left.push(leftover(edit, tree));
    else if (source.fileName === file) rewriter.editsOf(source).replaceRange(from, to, text);
    else {
      // Several components can have one template.
      if (!inHtml.has(file)) inHtml.set(file, new Map());
      inHtml.get(file)!.set(from, { ...edit, text });
    }
  }
  for (const [file, each] of inHtml) {
    let html = tree.readText(file);
    for (const { from, to, text } of [...each.values()].sort((a, b) => b.from - a.from)) {
      html = html.slice(0, from) + text + html.slice(to);
    }
    tree.overwrite(file, html);
  }
  return left;
}

function editsIn(
  source: ts.SourceFile,
  tree: Tree,
  { kinds }: Rewriter,
): readonly (TemplateEdit & { readonly source: ts.SourceFile })[] {
  const found: TemplateEdit[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isClassDeclaration(node)) found.push(...templateEdits(node, kinds, tree));
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found.map((edit) => ({ ...edit, source }));
}

function leftover({ file, from, message }: TemplateEdit, tree: Tree): Leftover {
  return { file, line: tree.readText(file).slice(0, from).split('\n').length, message };
}
