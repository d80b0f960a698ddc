// Writes the API report of every entry point to goldens/. With --check, compares the reports instead. Needs a built
// library.
import { Extractor, ExtractorConfig } from '@microsoft/api-extractor';
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';

const entries = ['', '-extensions', '-hydration', '-testing'].map(
  (name) => `ngx-cache-query${name}`,
);

const check = process.argv.includes('--check');
const root = resolve(import.meta.dirname, '..');
const dist = `${root}/dist/ngx-cache-query`;
if (!existsSync(dist)) {
  console.error('dist/ngx-cache-query is missing: run "npm run build:lib" first.');
  process.exit(1);
}
mkdirSync(`${root}/goldens`, { recursive: true });

// Entry points import each other by package name. Each of them is analyzed outside the package, so that API Extractor
// treats these imports as imports and not as forgotten exports.
const work = `${root}/temp/api`;
rmSync(work, { recursive: true, force: true });
cpSync(dist, `${work}/node_modules/ngx-cache-query`, { recursive: true });
cpSync(`${dist}/types`, `${work}/types`, { recursive: true });
writeFileSync(`${work}/package.json`, '{ "name": "ngx-cache-query", "version": "0.0.0" }');

const reExported = reExportedNames();
const toldBelow = new Set([
  'console-preamble',
  'console-api-report-not-copied',
  'console-api-report-copied',
  'console-api-report-created',
]);
let failed = false;
for (const entry of entries) {
  exportNamespaceMembers(`${work}/types/${entry}.d.ts`);
  dropPrivateExports(`${work}/types/${entry}.d.ts`);
  const config = ExtractorConfig.prepare({
    configObjectFullPath: undefined,
    packageJsonFullPath: `${work}/package.json`,
    configObject: {
      projectFolder: work,
      mainEntryPointFilePath: `${work}/types/${entry}.d.ts`,
      compiler: {
        overrideTsconfig: {
          compilerOptions: {
            target: 'es2022',
            module: 'preserve',
            moduleResolution: 'bundler',
            lib: ['es2022', 'dom'],
            strict: true,
            skipLibCheck: true,
            types: [],
          },
          files: [`${work}/types/${entry}.d.ts`],
        },
      },
      apiReport: {
        enabled: true,
        reportFolder: `${root}/goldens`,
        reportTempFolder: `${root}/temp`,
        reportFileName: `${entry}.api.md`,
      },
      docModel: { enabled: false },
      dtsRollup: { enabled: false },
      tsdocMetadata: { enabled: false },
      newlineKind: 'lf',
      messages: {
        extractorMessageReporting: {
          'ae-missing-release-tag': { logLevel: 'none' },
          // Helper types of inferred types are not reported.
          'ae-forgotten-export': { logLevel: 'none' },
        },
      },
    },
  });
  const result = Extractor.invoke(config, {
    localBuild: !check,
    showVerboseMessages: false,
    messageCallback: (message) => {
      if (toldBelow.has(message.messageId)) message.handled = true;
    },
  });
  if (check && result.apiReportChanged) {
    const files = [`goldens/${entry}.api.md`, `temp/${entry}.api.md`];
    spawnSync('git', ['--no-pager', 'diff', '--no-index', ...files], {
      cwd: root,
      stdio: 'inherit',
    });
    console.error(
      `${files[0]} is out of date: run "npm run api", look at the difference and commit it.`,
    );
  }
  if (!check) {
    console.log(`goldens/${entry}.api.md: ${result.apiReportChanged ? 'written' : 'as it was'}`);
  }
  failed ||= !result.succeeded || (check && result.apiReportChanged);
}
process.exitCode = failed ? 1 : 0;

/**
 * The bundled declarations export `schema` only as a namespace. API Extractor does not report its members and does not
 * treat them as exported. Therefore the analyzed copy exports each member separately, for example as `schema_All`.
 */
function exportNamespaceMembers(file) {
  const text = readFileSync(file, 'utf8');
  const lines = [];
  for (const [, block] of text.matchAll(/declare namespace \w+ \{\s*export \{([^}]*)\}/g)) {
    for (const [, local, alias] of block.matchAll(/(\w+)(?: as (\w+))?,/g)) {
      const target =
        new RegExp(`declare const ${local}: typeof (\\w+)`).exec(text) ??
        new RegExp(`type ${local}\\b[^=;]*= (\\w+)`).exec(text);
      lines.push(`export { ${target?.[1] ?? local} as schema_${alias ?? local} };`);
    }
  }
  writeFileSync(file, [text, ...lines, ''].join('\n'));
}

/**
 * Names that begin with ɵ are only for the library's own entry points. They are not part of the API, unless an entry
 * point exports them without the ɵ.
 */
function dropPrivateExports(file) {
  const text = readFileSync(file, 'utf8');
  const next = text.replace(/^export (type )?\{[^}]*\};$/gm, (line) =>
    line
      .replace(/(type )?\w+ as ɵ(\w+),? ?/g, (name, _, own) => (reExported.has(own) ? name : ''))
      .replace(/, \}/, ' }'),
  );
  writeFileSync(file, next);
}

/** Returns the names that the main entry point exports with a ɵ and another entry point exports without it. */
function reExportedNames() {
  const texts = entries.slice(1).map((name) => readFileSync(`${dist}/types/${name}.d.ts`, 'utf8'));
  return new Set(
    [...texts.join('\n').matchAll(/^export \{ ɵ(\w+) as \1.*$/gm)].flatMap(([line]) =>
      [...line.matchAll(/ɵ(\w+) as/g)].map(([, name]) => name),
    ),
  );
}
