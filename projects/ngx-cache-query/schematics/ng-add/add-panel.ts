import { chain, noop, type Rule, type Tree } from '@angular-devkit/schematics';
import { addDependency, DependencyType } from '@schematics/angular/utility';
import {
  getDecoratorMetadata,
  getMetadataField,
  insertImport,
} from '@schematics/angular/utility/ast-utils';
import { applyToUpdateRecorder, InsertChange } from '@schematics/angular/utility/change';
import { getDependency } from '@schematics/angular/utility/dependency';
import { isStandaloneApp } from '@schematics/angular/utility/ng-ast-utils';
import {
  findBootstrapApplicationCall,
  getMainFilePath,
  getSourceFile,
} from '@schematics/angular/utility/standalone/util';
import { dirname, join } from 'node:path/posix';
import ts from 'typescript';

const tag = '<cache-devtools />';
const from = 'ngx-cache-query/devtools/panel';

/** Adds the panel of the devtools to the root component, with the package that it needs. */
export function addPanel(project: string): Rule {
  return async (tree, { logger }) => {
    const main = await getMainFilePath(tree, project);
    const path = isStandaloneApp(tree, main) ? rootComponentOf(tree, main) : undefined;
    const isAdded = path !== undefined && addTo(tree, path);
    if (!isAdded) logger.info(`Add ${tag} (CacheDevtoolsPanel of ${from}) to the root template.`);
    // The CDK has the same majors as Angular, but not the same patches.
    const [major] = /\d+/.exec(getDependency(tree, '@angular/core')?.version ?? '') ?? ['22'];
    const hasCdk = getDependency(tree, '@angular/cdk') !== null;
    const cdk = addDependency('@angular/cdk', `^${major}.0.0`, { type: DependencyType.Dev });
    return hasCdk ? noop() : chain([cdk]);
  };
}

/** Returns the path of the component that main.ts passes to `bootstrapApplication`. */
function rootComponentOf(tree: Tree, main: string): string | undefined {
  const component = findBootstrapApplicationCall(tree, main).arguments[0]?.getText();
  const specifier = getSourceFile(tree, main)
    .statements.filter((each) => ts.isImportDeclaration(each))
    .find(({ importClause }) => {
      const names = importClause?.namedBindings;
      return (
        names &&
        ts.isNamedImports(names) &&
        names.elements.some(({ name }) => name.text === component)
      );
    })?.moduleSpecifier;
  if (!specifier || !ts.isStringLiteral(specifier) || !specifier.text.startsWith('.'))
    return undefined;
  const path = join(dirname(main), `${specifier.text}.ts`);
  return tree.exists(path) ? path : undefined;
}

/** Adds the panel to the imports and the template of a component. Returns `false` if it does not find them. */
function addTo(tree: Tree, path: string): boolean {
  const file = getSourceFile(tree, path);
  const [metadata] = getDecoratorMetadata(file, 'Component', '@angular/core');
  if (!metadata || !ts.isObjectLiteralExpression(metadata)) return false;
  const valueOf = (field: string) => getMetadataField(metadata, field).at(0)?.initializer;
  const [template, templateUrl, imports] = ['template', 'templateUrl', 'imports'].map(valueOf);
  const recorder = tree.beginUpdate(path);
  if (templateUrl && ts.isStringLiteralLike(templateUrl)) {
    const html = join(dirname(path), templateUrl.text);
    if (!tree.exists(html)) return false;
    tree.overwrite(html, `${tree.readText(html).trimEnd()}\n${tag}\n`);
  } else if (template && ts.isStringLiteralLike(template)) {
    recorder.insertLeft(template.getEnd() - 1, tag);
  } else return false;
  if (imports && ts.isArrayLiteralExpression(imports)) {
    const separator = imports.elements.length > 0 ? ', ' : '';
    const end = imports.elements.at(-1)?.getEnd() ?? imports.getStart() + 1;
    recorder.insertLeft(end, `${separator}CacheDevtoolsPanel`);
  } else {
    recorder.insertLeft(metadata.properties[0]!.getStart(), 'imports: [CacheDevtoolsPanel],\n  ');
  }
  const change = insertImport(file, path, 'CacheDevtoolsPanel', from);
  if (change instanceof InsertChange) applyToUpdateRecorder(recorder, [change]);
  tree.commitUpdate(recorder);
  return true;
}
