import { classify, dasherize } from '@angular-devkit/core/src/utils/strings';
import { type Rule, SchematicsException, type Tree } from '@angular-devkit/schematics';
import { existsSync, readFileSync } from 'node:fs';
import { entitySource } from '../source/entity-source';
import { type Field, parseField } from '../source/field';
import { inSameFolder, locate, type LocationOptions } from '../source/location';
import { type Classes, classesIn, type Sample, sampleIn } from '../source/sample';

/** The options of `ng generate ngx-cache-query:entity`. */
export interface EntityOptions extends LocationOptions {
  /** The fields of the class, such as `title:string`. */
  readonly fields?: readonly string[];
  /** The path of a JSON file that contains a response. */
  readonly from?: string;
  /** Whether the fields have the names of the sample, although they are in snake_case. */
  readonly keepNames?: boolean;
}

/** Creates an Entity class. With `from`, also creates the classes of nested entities. */
export function entity(options: EntityOptions): Rule {
  return async (tree, { logger }) => {
    const { name, path } = await locate(tree, options);
    const className = classify(name);
    const { fields = [], from, keepNames } = options;
    const sample = from === undefined ? undefined : sampleIn(readSample(tree, from), keepNames);
    const classes = classesOf(className, fields, sample);
    const fileOf = (each: string) => `${path}/${dasherize(each)}.ts`;
    if (tree.exists(fileOf(className))) {
      throw new SchematicsException(`${fileOf(className)} already exists. Nothing was changed.`);
    }
    for (const [each, content] of classes) {
      const file = fileOf(each);
      if (tree.exists(file)) {
        logger.info(`${file} already exists and was not changed.`);
        continue;
      }
      tree.create(file, entitySource(each, content));
      const unknown = content.filter(({ type }) => /\bunknown\b/.test(type));
      if (unknown.length > 0) {
        const names = unknown.map(({ name }) => name).join(', ');
        logger.warn(
          `${file}: the sample does not show the types of all fields. Write them: ${names}`,
        );
      }
    }
    for (const habit of sample?.habits ?? []) {
      logger.info(`The sample requires an option of withRest: ${habit}`);
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

function classesOf(
  className: string,
  fields: readonly string[],
  sample: Sample | undefined,
): Classes {
  const given = fields.map(parseField);
  if (!sample) return new Map([[className, given]]);
  const classes = new Map(classesIn(sample.rows, className));
  const names = new Set(given.map(({ name }) => name));
  const read = classes.get(className)!.filter(({ name }: Field) => !names.has(name));
  return classes.set(className, [...read, ...given]);
}

function readSample(tree: Tree, path: string): unknown {
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
