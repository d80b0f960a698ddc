import type { Tree } from '@angular-devkit/schematics';
import { posix } from 'node:path';
import ts from 'typescript';
import { CACHE_METHODS } from './cache-calls';
import type { Kind } from './kind';
import type { Kinds } from './kinds';
import { mutationMember } from './mutation-members';

/** A change of a template, or a line that the user must change. */
export interface TemplateEdit {
  readonly file: string;
  readonly from: number;
  readonly to: number;
  /** The new text; `undefined` if the user must change it. */
  readonly text: string | undefined;
  /** What to write. */
  readonly message: string;
}

/** A path of members, such as `saving`, `saving()` or `edits.renaming`, and the member that is called at its end. */
const CALL = /(?<![\w$.)\]-])((?:[\w$]+(?:\(\))?\??\.)+)(\w+)(?=\()/g;

/** Returns the changes of the template of a component. */
export function templateEdits(
  type: ts.ClassDeclaration,
  kinds: Kinds,
  tree: Tree,
): readonly TemplateEdit[] {
  const template = templateOf(type, tree);
  if (template === undefined) return [];
  const { file, start, text } = template;
  const self = kinds.instance(type);
  return [...text.matchAll(CALL)].flatMap(([, path = '', name = ''], i, all) => {
    const from = start + all[i]!.index + path.length;
    const edit = { file, from, to: from + name.length };
    const kind = kindAt(self, path);
    const renamed = kind?.is === 'mutation' ? mutationMember(name) : undefined;
    if (renamed !== undefined) return { ...edit, text: renamed, message: '' };
    if (kind?.is !== 'cache') return [];
    if (name === 'selectWith') return { ...edit, text: 'select', message: '' };
    if (!Object.hasOwn(CACHE_METHODS, name) && name !== 'watch') return [];
    const to = CACHE_METHODS[name] ?? 'watch(endpoint, …).pipe(toValues()), in the class';
    return { ...edit, text: undefined, message: `${name}: write ${to}` };
  });
}

/** Returns the kind of a path such as `edits.renaming().` */
function kindAt(self: Kind, path: string): Kind | undefined {
  let kind: Kind | undefined = self;
  for (const [, name = '', call] of path.matchAll(/([\w$]+)(\(\))?\??\./g)) {
    if (name !== 'this') kind = kind?.member?.(name);
    if (call !== undefined) kind = kind?.call?.();
  }
  return kind;
}

interface Template {
  readonly file: string;
  /** The place of the template in the file. */
  readonly start: number;
  readonly text: string;
}

function templateOf(type: ts.ClassDeclaration, tree: Tree): Template | undefined {
  const source = type.getSourceFile();
  for (const { expression } of ts.getDecorators(type) ?? []) {
    if (!ts.isCallExpression(expression) || expression.expression.getText() !== 'Component')
      continue;
    const [metadata] = expression.arguments;
    if (!metadata || !ts.isObjectLiteralExpression(metadata)) continue;
    for (const property of metadata.properties) {
      if (!ts.isPropertyAssignment(property)) continue;
      const { initializer } = property;
      const name = property.name.getText();
      if (name === 'template') {
        return {
          file: source.fileName,
          start: initializer.getStart(),
          text: initializer.getText(),
        };
      }
      if (name !== 'templateUrl' || !ts.isStringLiteralLike(initializer)) continue;
      const file = posix.join(posix.dirname(source.fileName), initializer.text);
      return tree.exists(file) ? { file, start: 0, text: tree.readText(file) } : undefined;
    }
  }
  return undefined;
}
