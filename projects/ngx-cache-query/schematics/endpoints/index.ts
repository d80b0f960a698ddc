import { camelize, classify, dasherize } from '@angular-devkit/core/src/utils/strings';
import { type Rule, SchematicsException } from '@angular-devkit/schematics';
import { inSameFolder, locate, type LocationOptions } from '../source/location';
import { plural } from '../source/plural';

/** The options of `ng generate ngx-cache-query:endpoints`. */
export interface EndpointsOptions extends LocationOptions {
  /** The path of a single entity on the server. */
  readonly url?: string;
}

/** Creates the endpoints of an Entity class. */
export function endpoints(options: EndpointsOptions): Rule {
  return async (tree, { logger }) => {
    const { name, path } = await locate(tree, options);
    const file = dasherize(name);
    const url = options.url ?? `/${plural(file)}/:id`;
    if (!url.includes(':')) {
      throw new SchematicsException(
        `${url} contains no parameter. For example, write --url=${url}/:id`,
      );
    }
    const target = `${path}/${file}-endpoints.ts`;
    if (tree.exists(target)) {
      throw new SchematicsException(`${target} already exists. Nothing was changed.`);
    }
    if (!tree.exists(`${path}/${file}.ts`)) {
      logger.warn(
        `${path}/${file}.ts does not exist. Create the entity: ng generate ngx-cache-query:entity ${inSameFolder(options.name, file)}`,
      );
    }
    tree.create(target, endpointsSource(name, file, url));
  };
}

function endpointsSource(name: string, file: string, url: string): string {
  const className = classify(name);
  return [
    `import { restEndpoints } from 'ngx-cache-query';`,
    `import { ${className} } from './${file}';`,
    '',
    `export const ${camelize(name)}Endpoints = restEndpoints({ path: '${url.replace(/['\\]/g, String.raw`\$&`)}', schema: ${className} });`,
    '',
  ].join('\n');
}
