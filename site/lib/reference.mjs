import starlightTypeDoc, { typeDocSidebarGroup } from 'starlight-typedoc';
import { join } from 'node:path';
import { entryPoints, root } from './entry-points.mjs';

export { typeDocSidebarGroup as referenceGroup };

/**
 * The reference: a page for each export, created from its docstring. Options are shown as tables with their types and
 * defaults.
 */
export const reference = starlightTypeDoc({
  entryPoints,
  tsconfig: join(root, 'site/tsconfig.json'),
  output: 'reference',
  sidebar: { label: 'Reference', collapsed: false },
  typeDoc: {
    plugin: ['exports', 'examples', 'defaults', 'documented', 'tidy', 'sections'].map((name) =>
      join(import.meta.dirname, `${name}.mjs`),
    ),
    requiredToBeDocumented: [
      ...['Class', 'Function', 'Interface', 'Namespace', 'TypeAlias', 'Variable'],
    ],
    validation: {
      notDocumented: true,
      invalidLink: true,
      notExported: false, // types that are used by exported types but not exported have no pages
      rewrittenLink: false,
    },
    name: 'Reference',
    entryFileName: 'index',
    disableSources: true,
    excludeExternals: true,
    excludeInternal: true,
    excludePrivate: true,
    excludeProtected: true,
    sort: ['alphabetical'],
    useCodeBlocks: true,
    expandParameters: true,
    indexFormat: 'table',
    parametersFormat: 'table',
    interfacePropertiesFormat: 'table',
    classPropertiesFormat: 'table',
    typeAliasPropertiesFormat: 'table',
    propertyMembersFormat: 'table',
    typeDeclarationFormat: 'table',
    tableColumnSettings: {
      hideSources: true,
      hideModifiers: true,
      hideInherited: true,
      hideOverrides: true,
      leftAlignHeaders: true,
    },
  },
});
