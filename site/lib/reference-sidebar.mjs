/**
 * A plugin for Starlight that runs after the TypeDoc plugin. It puts each entry point's page first in the sidebar group
 * of the entry point.
 */
export const referenceSidebar = {
  name: 'reference-sidebar',
  hooks: {
    'config:setup'({ config, updateConfig }) {
      updateConfig({
        sidebar: config.sidebar.map((group) =>
          group.label === 'Reference'
            ? { ...group, items: [entryPoints, ...group.items.map(withOverview)] }
            : group,
        ),
      });
    },
  },
};

const entryPoints = { label: 'Entry points', slug: 'reference' };

function withOverview(group) {
  const overview = { label: 'Overview', slug: `reference/${group.label}` };
  return { ...group, collapsed: true, items: [overview, ...group.items] };
}
