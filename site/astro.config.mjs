import starlight from '@astrojs/starlight';
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
      customCss: ['./src/theme.css'],
      sidebar: sidebar(referenceGroup),
      plugins: [reference, referenceSidebar],
      expressiveCode: { defaultProps: { overridesByLang: { text: { wrap: true } } } },
      credits: false,
    }),
  ],
});
