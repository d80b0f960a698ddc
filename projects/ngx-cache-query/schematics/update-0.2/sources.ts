import type { DirEntry, Tree } from '@angular-devkit/schematics';
import { posix } from 'node:path';
import ts from 'typescript';

/** Folders whose files are not sources of the workspace. */
const SKIPPED = /^(\.|node_modules$|dist$)/;

/** The TypeScript files of a workspace. */
export class Sources {
  readonly #tree: Tree;
  readonly #files = new Map<string, ts.SourceFile | undefined>();
  readonly #aliases: readonly Alias[];

  constructor(tree: Tree) {
    this.#tree = tree;
    this.#aliases = aliasesIn(tree);
  }

  /** All files whose text passes a test. */
  matching(test: RegExp): readonly ts.SourceFile[] {
    const found: ts.SourceFile[] = [];
    const visit = (folder: DirEntry) => {
      for (const name of folder.subfiles) {
        if (!name.endsWith('.ts') || name.endsWith('.d.ts')) continue;
        const path = posix.join(folder.path, name);
        if (test.test(this.#tree.readText(path))) found.push(this.file(path)!);
      }
      for (const name of folder.subdirs) if (!SKIPPED.test(name)) visit(folder.dir(name));
    };
    visit(this.#tree.root);
    return found;
  }

  /** The file at a path; `undefined` if there is none. */
  file(path: string): ts.SourceFile | undefined {
    if (!this.#files.has(path)) {
      const text = this.#tree.exists(path) ? this.#tree.readText(path) : undefined;
      this.#files.set(
        path,
        text === undefined
          ? undefined
          : ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true),
      );
    }
    return this.#files.get(path);
  }

  /** The file of the workspace that an import names; `undefined` if the import names a package. */
  imported(name: string, from: ts.SourceFile): ts.SourceFile | undefined {
    const folder = posix.dirname(from.fileName);
    const places = name.startsWith('.')
      ? [posix.join(folder, name)]
      : this.#aliases.flatMap((alias) => alias(name) ?? []);
    const paths = places.flatMap((place) => [
      place,
      `${place}.ts`,
      place.replace(/\.js$/, '.ts'),
      `${place}/index.ts`,
    ]);
    const path = paths.find((each) => each.endsWith('.ts') && this.#tree.exists(each));
    return path === undefined ? undefined : this.file(path);
  }
}

/** Returns the places of a module; `undefined` if the alias does not apply. */
type Alias = (name: string) => readonly string[] | undefined;

/** The `paths` of the configuration of a workspace. */
function aliasesIn(tree: Tree): readonly Alias[] {
  const file = ['/tsconfig.base.json', '/tsconfig.json'].find((path) => tree.exists(path));
  if (file === undefined) return [];
  const { config } = ts.parseConfigFileTextToJson(file, tree.readText(file)) as {
    config?: { compilerOptions?: { baseUrl?: string; paths?: Record<string, string[]> } };
  };
  const { baseUrl = '.', paths = {} } = config?.compilerOptions ?? {};
  return Object.entries(paths).map(([pattern, places]) => {
    const [before = '', after] = pattern.split('*');
    const at = (place: string) => posix.join('/', baseUrl, place);
    return (name) => {
      if (after === undefined) return name === pattern ? places.map(at) : undefined;
      if (!name.startsWith(before) || !name.endsWith(after)) return undefined;
      const middle = name.slice(before.length, name.length - after.length);
      return places.map((place) => at(place.replace('*', middle)));
    };
  });
}
