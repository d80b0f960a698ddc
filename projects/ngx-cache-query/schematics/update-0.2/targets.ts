import ts from 'typescript';
import { isMain } from './library-names';
import { declarationOf, declaredIn } from './scopes';
import type { Sources } from './sources';

/** What a name refers to: an export of the library or of another package, or a declaration in the workspace. */
export type Target =
  { readonly library: string } | { readonly foreign: true } | { readonly node: ts.Node };

/** Returns what an identifier, or a member of a namespace such as `ncq.CacheService`, refers to. */
export function targetOf(node: ts.Node, sources: Sources): Target | undefined {
  if (ts.isIdentifier(node)) {
    const declaration = declarationOf(node.text, node);
    return declaration && follow(declaration, sources);
  }
  const isMember = ts.isPropertyAccessExpression(node);
  if (!isMember && !ts.isQualifiedName(node)) return undefined;
  const [owner, name] = isMember ? [node.expression, node.name] : [node.left, node.right];
  const namespace = ts.isIdentifier(owner) ? declarationOf(owner.text, owner) : undefined;
  if (namespace === undefined || !ts.isNamespaceImport(namespace)) return undefined;
  return exported(moduleOf(namespace), name.text, namespace.getSourceFile(), sources);
}

function follow(declaration: ts.Node, sources: Sources): Target {
  const file = declaration.getSourceFile();
  if (ts.isImportSpecifier(declaration)) {
    const { text } = declaration.propertyName ?? declaration.name;
    return exported(moduleOf(declaration), text, file, sources);
  }
  if (ts.isImportClause(declaration)) {
    return exported(moduleOf(declaration), 'default', file, sources);
  }
  return { node: declaration };
}

/** Returns what a module exports under a name. */
function exported(module: string, name: string, from: ts.SourceFile, sources: Sources): Target {
  if (isMain(module)) return { library: name };
  const file = sources.imported(module, from);
  return file === undefined
    ? { foreign: true }
    : (exportOf(file, name, sources, new Set()) ?? { foreign: true });
}

function exportOf(
  file: ts.SourceFile,
  name: string,
  sources: Sources,
  seen: Set<ts.SourceFile>,
): Target | undefined {
  if (seen.has(file)) return undefined;
  seen.add(file);
  const declared = declaredIn(file).get(name);
  if (declared) return follow(declared, sources);
  for (const statement of file.statements) {
    if (!ts.isExportDeclaration(statement)) continue;
    const { exportClause, moduleSpecifier } = statement;
    const module = moduleSpecifier && (moduleSpecifier as ts.StringLiteral).text;
    if (exportClause && ts.isNamedExports(exportClause)) {
      const specifier = exportClause.elements.find((each) => each.name.text === name);
      if (specifier === undefined) continue;
      const { text } = specifier.propertyName ?? specifier.name;
      if (module !== undefined) return exported(module, text, file, sources);
      const local = declaredIn(file).get(text);
      return local && follow(local, sources);
    }
    if (exportClause || module === undefined) continue;
    if (isMain(module)) continue;
    const next = sources.imported(module, file);
    const found = next && exportOf(next, name, sources, seen);
    if (found) return found;
  }
  return undefined;
}

/** Returns the module of an import. */
export function moduleOf(node: ts.ImportSpecifier | ts.ImportClause | ts.NamespaceImport): string {
  const declaration = ts.findAncestor(node, ts.isImportDeclaration);
  return (declaration!.moduleSpecifier as ts.StringLiteral).text;
}
