import { classify, dasherize } from '@angular-devkit/core/src/utils/strings';
import { type Rule, SchematicsException, type Tree } from '@angular-devkit/schematics';
import { existsSync, readFileSync } from 'node:fs';
import { entitySource } from '../source/entity-source';
import { type Field, parseField } from '../source/field';
import { inSameFolder, locate, type LocationOptions } from '../source/location';
import { type Classes, classesIn } from '../source/sample';

/** The options of `ng generate ngx-cache-query:entity`. */
export interface EntityOptions extends LocationOptions {
  /** The fields of the class, such as `title:string`. */
  readonly fields?: readonly string[];
  /** The path of a JSON file that contains a response. */
  readonly from?: string;
}

/** Creates an Entity class. With `from`, also creates the classes of nested entities. */
export function entity(options: EntityOptions): Rule {
  return async (tree, { logger }) => {
    const { name, path } = await locate(tree, options);
    const className = classify(name);
    const classes = classesOf(tree, options, className);
    const fileOf = (each: string) => `${path}/${dasherize(each)}.ts`;
    if (tree.exists(fileOf(className))) {
      throw new SchematicsException(`${fileOf(className)} already exists. Nothing was changed.`);
    }
    for (const [each, fields] of classes) {
      if (!tree.exists(fileOf(each))) tree.create(fileOf(each), entitySource(each, fields));
      else logger.info(`${fileOf(each)} already exists and was not changed.`);
    }
    for (const related of relatedOf(classes)) {
      if (tree.exists(fileOf(related))) continue;
      const command = `ng generate ngx-cache-query:entity ${inSameFolder(options.name, dasherize(related))}`;
      logger.warn(`${fileOf(related)} does not exist. Create the entity: ${command}`);
    }
  };
}

/** Returns the names of the classes that the relations of these classes reference. */
function relatedOf(classes: Classes): ReadonlySet<string> {
  const schemas = [...classes.values()].flat().map(({ schema }) => schema);
  return new Set(schemas.flatMap((schema) => (typeof schema === 'object' ? [schema.entity] : [])));
}

function classesOf(tree: Tree, { fields = [], from }: EntityOptions, className: string): Classes {
  const given = fields.map(parseField);
  if (from === undefined) return new Map([[className, given]]);
  const classes = new Map(classesIn(sampleIn(tree, from), className));
  const names = new Set(given.map(({ name }) => name));
  const read = classes.get(className)!.filter(({ name }: Field) => !names.has(name));
  return classes.set(className, [...read, ...given]);
}

function sampleIn(tree: Tree, path: string): unknown {
  // A tree rejects paths that lead outside it.
  const isInWorkspace = !path.startsWith('..') && tree.exists(path);
  if (!isInWorkspace && !existsSync(path)) {
    throw new SchematicsException(
      `There is no file ${path}. The path is relative to the workspace folder.`,
    );
  }
  const text = isInWorkspace ? tree.readText(path) : readFileSync(path, 'utf8');
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new SchematicsException(
      `${path} does not contain valid JSON: ${(error as Error).message}`,
    );
  }
}
