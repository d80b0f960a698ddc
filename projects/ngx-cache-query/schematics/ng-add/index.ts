import { chain, noop, type Rule, SchematicsException, type Tree } from '@angular-devkit/schematics';
import { addRootProvider } from '@schematics/angular/utility';
import { getWorkspace } from '@schematics/angular/utility/workspace';
import { addPanel } from './add-panel';
import { rendersOnServer } from './renders-on-server';

const library = 'ngx-cache-query';

/** The options of `ng add ngx-cache-query`. */
export interface NgAddOptions {
  readonly project?: string;
  /** The prefix of the URLs of all requests to the API. */
  readonly url?: string;
  /** Whether the devtools and their panel are added. Production builds do not contain them. */
  readonly devtools?: boolean;
}

/** Adds `provideCache(…)` to the providers of an application, unless it already exists. */
export function ngAdd({ devtools = false, project: name = '', url = '/api' }: NgAddOptions): Rule {
  return async (tree, { logger }) => {
    const workspace = await getWorkspace(tree);
    const project = workspace.projects.get(name);
    if (project === undefined) {
      throw new SchematicsException(
        `There is no project "${name}". Specify a project: --project my-app`,
      );
    }
    if (project.extensions['projectType'] !== 'application') {
      logger.info(`"${name}" is a library. Add provideCache(…) to the applications that use it.`);
      return noop();
    }
    const isHydrated = rendersOnServer(project);
    const features = featuresFor(url.replace(/\/+$/, ''), { isHydrated, devtools });
    const file = fileWith(tree, project.sourceRoot ?? `${project.root}/src`, 'provideCache(');
    if (file === undefined)
      return chain([provideCache(name, features), devtools ? addPanel(name) : noop()]);
    const calls = features.map((feature) => `${feature.name}(${feature.options})`);
    logger.info(
      `${file} already contains provideCache(…). Nothing was changed. If this file does not configure the whole ` +
        `application, add provideCache(${calls.join(', ')}) to the providers of the application.${
          devtools
            ? ` For the panel of the devtools, install @angular/cdk, and add <cache-devtools /> (CacheDevtoolsPanel of ` +
              `ngx-cache-query/devtools/panel) to the root template.`
            : ''
        }`,
    );
    return noop();
  };
}

/** A call of a feature, such as `withRetention()`. */
interface Feature {
  readonly name: string;
  /** The entry point that exports the feature. */
  readonly from: string;
  /** The argument of the call as code; empty if there is none. */
  readonly options: string;
}

function featuresFor(
  urlPrefix: string,
  { devtools, isHydrated }: { readonly devtools: boolean; readonly isHydrated: boolean },
): readonly Feature[] {
  return [
    { name: 'withRest', from: library, options: `{ urlPrefix: ${quoted(urlPrefix)} }` },
    { name: 'withRetention', from: library, options: '' },
    { name: 'withRefetchOnFocus', from: library, options: '' },
    ...(isHydrated ? [{ name: 'withHydration', from: `${library}/hydration`, options: '' }] : []),
    ...(devtools ? [{ name: 'withDevtools', from: `${library}/devtools`, options: '' }] : []),
  ];
}

/** Adds the provider with one feature per line. */
function provideCache(project: string, features: readonly Feature[]): Rule {
  return addRootProvider(project, ({ code, external }) => {
    const lines = features.map(
      ({ name, from, options }) => `\n      ${external(name, from)}(${options}),`,
    );
    return code`${external('provideCache', library)}(${lines.join('')}\n    )`;
  });
}

/** Returns the path of a source file that contains a text. Specs are ignored. */
function fileWith(tree: Tree, folder: string, text: string): string | undefined {
  let found: string | undefined;
  tree.getDir(folder).visit((path) => {
    const isSource = path.endsWith('.ts') && !path.endsWith('.spec.ts');
    if (found === undefined && isSource && tree.readText(path).includes(text)) {
      found = path;
    }
  });
  return found;
}

function quoted(text: string): string {
  return `'${text.replace(/['\\]/g, String.raw`\$&`)}'`;
}
