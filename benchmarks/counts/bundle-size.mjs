// Measures how much code an application downloads, as `npm run size` does: bundled as in an optimized `ng build`,
// without Angular and rxjs, and compressed with Brotli.
import { JavaScriptTransformer } from '@angular/build/private';
import { createRequire } from 'node:module';
import { brotliCompressSync } from 'node:zlib';
import { entryPoints } from '../bundle.mjs';

const require = createRequire(import.meta.url);
const esbuild = createRequire(require.resolve('@angular/build'))('esbuild');

/** Returns the compressed bytes of each text of code. The code imports the package in `folder`. */
export async function bundleSizes(codes, folder) {
  const transformer = new JavaScriptTransformer({ sourcemap: false, advancedOptimizations: true });
  const options = { sideEffects: async () => false };
  const optimize = (build) =>
    build.onLoad({ filter: /\.m?js$/ }, async ({ path }) => ({
      contents: await transformer.transformFile(path, options),
      loader: 'js',
    }));
  const sizeOf = async (contents) => {
    const { outputFiles } = await esbuild.build({
      stdin: { contents, resolveDir: folder, loader: 'js' },
      bundle: true,
      write: false,
      minify: true,
      format: 'esm',
      tsconfigRaw: {}, // the configuration of the workspace would resolve imports to the sources
      target: 'es2022',
      conditions: ['es2020', 'es2015', 'module', 'production'],
      mainFields: ['es2020', 'es2015', 'module', 'main'],
      legalComments: 'none',
      define: { ngDevMode: 'false', ngJitMode: 'false', ngI18nClosureMode: 'false' },
      external: ['@angular/*', 'rxjs', 'rxjs/*'],
      alias: entryPoints(folder),
      plugins: [{ name: 'angular', setup: optimize }],
      logLevel: 'error',
    });
    return brotliCompressSync(outputFiles[0].text).length;
  };
  const sizes = {};
  for (const [name, code] of Object.entries(codes)) sizes[name] = await sizeOf(code);
  await transformer.close();
  return sizes;
}
