import { SchematicsException, type Tree } from '@angular-devkit/schematics';
import { parseName } from '@schematics/angular/utility/parse-name';
import { createDefaultPath } from '@schematics/angular/utility/workspace';

/** The options of schematics that create files. */
export interface LocationOptions {
  readonly name: string;
  readonly project?: string;
  readonly path?: string;
}

/** Returns the folder of a new file, and its name without folders. */
export async function locate(
  tree: Tree,
  { name, path, project }: LocationOptions,
): Promise<{ readonly name: string; readonly path: string }> {
  if (path === undefined && project === undefined) {
    throw new SchematicsException('Specify the project: --project my-app');
  }
  return parseName(path ?? (await createDefaultPath(tree, project!)), name);
}

/**
 * Returns the name of another file in the same folder. For example, `shared/review` and `vendor` become
 * `shared/vendor`.
 */
export function inSameFolder(name: string, other: string): string {
  return name.slice(0, name.lastIndexOf('/') + 1) + other;
}
