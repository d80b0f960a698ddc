// Counts the names that a built package exports, and the size of its typings.
import { globSync, statSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { entryPoints } from '../../scripts/bundled.mjs';

/**
 * Returns the counts for a package. A name counts once, even if several entry points export it. The members of an
 * exported namespace count too, such as `schema.All`. Names that begin with ɵ are only for the library's own entry
 * points, and count separately.
 */
export function typingCounts(folder) {
  const files = entryPoints(folder, 'types');
  const paths = Object.fromEntries(Object.entries(files).map(([name, file]) => [name, [file]]));
  const program = ts.createProgram(Object.values(files), {
    target: ts.ScriptTarget.ES2022,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    module: ts.ModuleKind.Preserve,
    types: [],
    paths,
  });
  const names = new Set(Object.values(files).flatMap((file) => namesIn(program, file)));
  const own = [...names].filter((each) => each.startsWith('ɵ'));
  const bytes = globSync('**/*.d.ts', { cwd: folder })
    .map((file) => statSync(join(folder, file)).size)
    .reduce((sum, size) => sum + size, 0);
  return {
    names: names.size - own.length,
    own: own.length,
    kilobytes: Number((bytes / 1e3).toFixed(1)),
  };
}

function namesIn(program, file) {
  const checker = program.getTypeChecker();
  const module = checker.getSymbolAtLocation(program.getSourceFile(file));
  return checker.getExportsOfModule(module).flatMap((symbol) => {
    const isAlias = symbol.flags & ts.SymbolFlags.Alias;
    const target = isAlias ? checker.getAliasedSymbol(symbol) : symbol;
    const members =
      target.flags & ts.SymbolFlags.NamespaceModule ? checker.getExportsOfModule(target) : [];
    return [symbol.name, ...members.map((member) => `${symbol.name}.${member.name}`)];
  });
}
