import starlight from '@astrojs/starlight';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig, passthroughImageService } from 'astro/config';
import { reference, referenceGroup } from './lib/reference.mjs';
import { referenceSidebar } from './lib/reference-sidebar.mjs';
import { sidebar } from './lib/sidebar.mjs';

export default defineConfig({
  base: '/docs',
  image: { service: passthroughImageService() },
  devToolbar: { enabled: false },
  integrations: [
    starlight({
      title: 'ngx-cache-query',
      description: 'A normalized entity cache for Angular, read through RxJS and signals.',
      favicon: '/favicon.svg',
      head: ['scrollable', 'search-label'].map(script),
      customCss: ['./src/theme.css'],
      sidebar: sidebar(referenceGroup),
      plugins: [reference, referenceSidebar],
      expressiveCode: { defaultProps: { overridesByLang: { text: { wrap: true } } } },
      credits: false,
    }),
  ],
});

/** Returns a script that every page includes. */
function script(name) {
  const file = join(import.meta.dirname, `src/page/${name}.js`);
  return { tag: 'script', attrs: { type: 'module' }, content: readFileSync(file, 'utf8') };
}
