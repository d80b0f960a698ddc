import ts from 'typescript';
import { addValues, cacheCall, hasValues } from './cache-calls';
import { Edits, type Leftover } from './edits';
import { options, optionsIn } from './endpoint-options';
import { endpointType } from './endpoint-types';
import { mergeImports, mergeModules } from './imports';
import type { Kinds } from './kinds';
import { leftoverOption, leftovers, leftoverWatch, WATCH } from './leftovers';
import { isMerged, LIBRARY, NEW_IN_MAIN } from './library-names';
import { mutationMembers } from './mutation-members';
import { pages } from './pages';

/** Rewrites the files of a workspace. */
export class Rewriter {
  readonly kinds: Kinds;
  readonly #edits = new Map<ts.SourceFile, Edits>();
  /** The objects that contain options of endpoints. */
  readonly #options = new Set<ts.Node>();
  /** The calls of `watch` without `toValues()`, which are calls of version 0.1 or of version 0.2. */
  readonly #watches: ts.CallExpression[] = [];

  constructor(kinds: Kinds) {
    this.kinds = kinds;
  }

  editsOf(node: ts.Node): Edits {
    const file = node.getSourceFile();
    let edits = this.#edits.get(file);
    if (edits === undefined) this.#edits.set(file, (edits = new Edits(file)));
    return edits;
  }

  rewrite(file: ts.SourceFile): void {
    const { kinds } = this;
    const edits = this.editsOf(file);
    const visit = (node: ts.Node): void => {
      mergeModules(node, edits);
      mutationMembers(node, kinds, edits);
      endpointType(node, kinds, edits);
      if (ts.isCallExpression(node)) pages(node, kinds, edits);
      if (ts.isPropertyAccessExpression(node) && kinds.of(node.expression)?.is === 'cache') {
        this.#ofCache(node, edits);
      }
      for (const each of optionsIn(node, kinds)) this.#inOptions(each);
      ts.forEachChild(node, visit);
    };
    visit(file);
  }

  /** Decides about `watch`, completes the imports and looks for what is left. */
  finish(files: readonly ts.SourceFile[]): void {
    const isOld =
      [...this.#edits.values()].some((edits) => !edits.isEmpty) ||
      files.some((file) => file.statements.some((each) => isMerged(importedBy(each))));
    const isNew = files.some((file) => file.statements.some(importsNewNames));
    for (const call of this.#watches) {
      if (isOld) addValues(call, this.editsOf(call));
      else if (!isNew) {
        this.editsOf(call).leave(call, WATCH);
      }
    }
    for (const file of files) {
      if (!file.statements.some(importsLibrary)) continue;
      const edits = this.editsOf(file);
      const visit = (node: ts.Node): void => {
        leftovers(node, this.kinds, edits);
        if (isOld) leftoverWatch(node, this.kinds, edits);
        if (isOption(node) && !this.#options.has(node.parent)) {
          leftoverOption(node, edits);
        }
        ts.forEachChild(node, visit);
      };
      visit(file);
    }
    for (const edits of this.#edits.values()) mergeImports(edits);
  }

  *changes(): Iterable<{
    readonly file: string;
    readonly text: string;
    readonly isEmpty: boolean;
  }> {
    for (const [{ fileName: file }, edits] of this.#edits) {
      yield { file, text: edits.apply(), isEmpty: edits.isEmpty };
    }
  }

  leftovers(): readonly Leftover[] {
    return [...this.#edits.values()].flatMap((edits) => edits.leftovers());
  }

  #ofCache(node: ts.PropertyAccessExpression, edits: Edits): void {
    cacheCall(node, edits);
    const { parent } = node;
    const isCall = ts.isCallExpression(parent) && parent.expression === node;
    if (isCall && node.name.text === 'watch' && !hasValues(parent)) this.#watches.push(parent);
  }

  #inOptions(node: ts.Expression): void {
    options(node, this.kinds, (object) => {
      if (this.#options.has(object)) return undefined;
      this.#options.add(object);
      return this.editsOf(object);
    });
  }
}

function isOption(node: ts.Node): node is ts.ObjectLiteralElementLike {
  return ts.isObjectLiteralElementLike(node) && ts.isObjectLiteralExpression(node.parent);
}

/** Returns the module that a statement imports; an empty text if it imports nothing. */
function importedBy(statement: ts.Statement): string {
  if (!ts.isImportDeclaration(statement)) return '';
  const { moduleSpecifier } = statement;
  return ts.isStringLiteral(moduleSpecifier) ? moduleSpecifier.text : '';
}

function importsLibrary(statement: ts.Statement): boolean {
  return importedBy(statement).split('/')[0] === LIBRARY;
}

/** Whether a statement imports names that the main entry point did not export before version 0.2. */
function importsNewNames(statement: ts.Statement): boolean {
  if (!ts.isImportDeclaration(statement) || importedBy(statement) !== LIBRARY) return false;
  const bindings = statement.importClause?.namedBindings;
  if (bindings === undefined || !ts.isNamedImports(bindings)) return false;
  const names = bindings.elements.map((each) => (each.propertyName ?? each.name).text);
  return names.some((name) => NEW_IN_MAIN.includes(name));
}
