import ts from 'typescript';
import { isMain } from './library-names';

interface Edit {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** Something that the user must change. */
export interface Leftover {
  readonly file: string;
  /** The number of the line in the changed file, beginning with 1. */
  readonly line: number;
  readonly message: string;
}

/** The changes to a file. */
export class Edits {
  readonly file: ts.SourceFile;
  /** The names that the changed code needs from the library. */
  readonly imports = new Set<string>();
  readonly #left: { readonly place: number; readonly message: string }[] = [];
  readonly #edits: Edit[] = [];
  readonly #closing: Edit[] = [];

  constructor(file: ts.SourceFile) {
    this.file = file;
  }

  get isEmpty(): boolean {
    return this.#edits.length === 0 && this.#closing.length === 0;
  }

  replace(node: ts.Node, text: string): void {
    this.replaceRange(node.getStart(), node.end, text);
  }

  replaceRange(from: number, to: number, text: string): void {
    const isKnown = this.#edits.some((edit) => edit.from === from && edit.to === to && from !== to);
    if (!isKnown) this.#edits.push({ from, to, text });
  }

  /** Inserts text before a node. */
  before(node: ts.Node, text: string): void {
    this.#edits.push({ from: node.getStart(), to: node.getStart(), text });
  }

  /** Inserts text after a node. */
  after(node: ts.Node, text: string): void {
    this.#closing.push({ from: node.end, to: node.end, text });
  }

  /** Passes an expression to a function of the library. */
  wrap(node: ts.Node, name: string): void {
    this.before(node, `${this.use(name)}(`);
    this.after(node, ')');
  }

  /** Imports a name, and returns the name that the code uses for it. */
  use(name: string): string {
    this.imports.add(name);
    return localName(this.file, name);
  }

  /** Leaves a place to the user. */
  leave(node: ts.Node, message: string): void {
    this.#left.push({ place: node.getStart(), message });
  }

  /** Returns what was left, in the order of the lines. */
  leftovers(): readonly Leftover[] {
    const { fileName: file, text } = this.file;
    const lines = (part: string) => part.split('\n').length - 1;
    return [...this.#left]
      .sort((a, b) => a.place - b.place)
      .map(({ place, message }) => {
        const before = this.#edits.filter(({ from }) => from < place);
        const added = before.map(
          (edit) => lines(edit.text) - lines(text.slice(edit.from, edit.to)),
        );
        const line = added.reduce((sum, each) => sum + each, lines(text.slice(0, place))) + 1;
        return { file, line, message };
      });
  }

  /** Returns the changed text. */
  apply(): string {
    // From the end, so that places stay valid. At one place, what ends comes before what begins, and inner nodes end
    // before outer ones. Outer nodes are visited first.
    const closing = this.#closing.map((edit, order) => ({ ...edit, isEnd: true, order: -order }));
    const others = this.#edits.map((edit, order) => ({ ...edit, isEnd: false, order }));
    const edits = [...closing, ...others].sort(
      (a, b) =>
        b.from - a.from || b.to - a.to || Number(a.isEnd) - Number(b.isEnd) || b.order - a.order,
    );
    let { text } = this.file;
    for (const { from, to, text: next } of edits)
      text = text.slice(0, from) + next + text.slice(to);
    return text;
  }
}

/**
 * Returns the name under which a file imports a name of the library: an alias if the file declares the name for
 * something else.
 */
export function localName(file: ts.SourceFile, name: string): string {
  let local: string | undefined;
  let isTaken = false;
  const visit = (node: ts.Node): void => {
    if (ts.isImportSpecifier(node)) {
      const from = node.parent.parent.parent.moduleSpecifier;
      const isOurs = ts.isStringLiteral(from) && isMain(from.text);
      if (isOurs && (node.propertyName ?? node.name).text === name) local = node.name.text;
      else if (node.name.text === name) isTaken = true;
    } else if (isDeclaration(node) && node.name?.getText() === name) isTaken = true;
    ts.forEachChild(node, visit);
  };
  visit(file);
  return local ?? (isTaken ? `cache${name[0]!.toUpperCase()}${name.slice(1)}` : name);
}

function isDeclaration(node: ts.Node): node is ts.Node & { readonly name?: ts.Node } {
  return (
    ts.isVariableDeclaration(node) ||
    ts.isParameter(node) ||
    ts.isBindingElement(node) ||
    ts.isFunctionDeclaration(node) ||
    ts.isClassDeclaration(node)
  );
}
