// Checks that a production build contains nothing of the devtools, although its providers contain their features.
import { expect } from '@playwright/test';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { exportedNames } from './bundled.mjs';

const features = ['withDevtools', 'withReduxDevtools', 'withPerformanceTrack'];
/** What a production build contains of the three features: one function and its calls. */
const rest = /function (withNothing\w*)\(\)\{return\{providers:\[\]\}\}/;

/**
 * @param {string} app the folder of the application
 * @param {(env?: object) => void} build builds the application for production, with more environment variables
 */
export function checkWithoutDevtools(app, build) {
  const entry = join(app, 'src/main.ts');
  const source = readFileSync(entry, 'utf8');
  const library = join(app, 'node_modules/ngx-cache-query/fesm2022');
  const [devtools, stub] = ['devtools', 'devtools-stub'].map((name) =>
    join(library, `ngx-cache-query-${name}.mjs`),
  );
  const code = readFileSync(devtools, 'utf8');
  const names = [...exportedNames(devtools), 'CacheDevtoolsPanel'].sort();
  expect(exportedNames(stub), 'the stub has the names of the devtools').toEqual(names);
  // With the names of the functions, so that one function more does not rename others.
  const named = () => (build({ NG_BUILD_MANGLE: '0' }), output(app));
  try {
    const without = named();
    const calls = features.map((name) => `${name}()`).join(', ');
    const imports = `import { ${features.join(', ')} } from 'ngx-cache-query/devtools';\n`;
    const call = 'provideCache(';
    expect(source.split(call).length, `${entry} calls ${call}…) once`).toBe(2);
    writeFileSync(entry, imports + source.replace(call, `${call}${calls},`));
    const within = named();
    expect(withoutFeatures(within)).toEqual(without);
    const bytes = sizeOf(within) - sizeOf(without);
    console.log(`   with the names of functions, ${bytes} bytes: one empty function and its calls`);
    build();
    const real = output(app);
    writeFileSync(devtools, readFileSync(stub, 'utf8'));
    build();
    expect(output(app), 'with a package whose devtools are empty').toEqual(real);
  } finally {
    writeFileSync(entry, source);
    writeFileSync(devtools, code);
  }
}

/** Returns the scripts of a build without the empty function and its calls. */
function withoutFeatures(files) {
  return files.map((text) => {
    const [definition, name] = rest.exec(text) ?? [];
    if (!definition) return text;
    const calls = `${features.map(() => `${name}()`).join(',')},`;
    expect(text).toContain(calls);
    return text.replace(definition, '').replace(calls, '');
  });
}

/** The scripts of a build. Their names contain hashes. */
function output(app) {
  const files = globSync('dist/**/*.js', { cwd: app }).sort();
  return files.map((file) => readFileSync(join(app, file), 'utf8'));
}

function sizeOf(files) {
  return files.reduce((sum, text) => sum + text.length, 0);
}
