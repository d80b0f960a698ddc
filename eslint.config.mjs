import eslint from '@eslint/js';
import angular from 'angular-eslint';
import { defineConfig, globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';

const library = 'projects/ngx-cache-query';
const specs = ['**/*.spec.ts', `${library}/spec/**`];

const globals = (names) => Object.fromEntries(names.split(' ').map((name) => [name, 'readonly']));
const node = globals(
  'process console Buffer URL URLSearchParams AbortController AbortSignal fetch performance structuredClone ' +
    'setTimeout clearTimeout setInterval clearInterval setImmediate queueMicrotask TextEncoder TextDecoder TextDecoderStream gc',
);
const commonJs = globals('require module exports __dirname __filename');
const page = globals(
  'window document location navigator localStorage sessionStorage HTMLElement requestAnimationFrame getComputedStyle MutationObserver ResizeObserver EventSource axe',
);

export default defineConfig([
  globalIgnores([
    'dist/',
    'coverage/',
    '.angular/',
    'temp/',
    '.cache/',
    'goldens/',
    'out-tsc/',
    'site/{.astro,dist,public,src/content}/',
    'scripts/consumer/', // scripts/check-package.mjs checks its types in the application where it is installed
    'scripts/new-apps/', // by scripts/check-new-apps.mjs
  ]),
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },

  // Every TypeScript file.
  {
    files: ['**/*.ts'],
    extends: [
      eslint.configs.recommended,
      tseslint.configs.recommendedTypeChecked,
      angular.configs.tsRecommended,
    ],
    languageOptions: {
      parserOptions: {
        projectService: true,
        tsconfigRootDir: import.meta.dirname,
      },
    },
    processor: angular.processInlineTemplates,
    rules: {
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-restricted-globals': [
        'error',
        ...['fit', 'fdescribe', 'xit', 'xdescribe'].map((name) => ({
          name,
          message: 'Do not commit focused or disabled specs.',
        })),
      ],
      '@typescript-eslint/consistent-type-imports': [
        'error',
        { fixStyle: 'inline-type-imports', disallowTypeAnnotations: false },
      ],
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-floating-promises': [
        'error',
        {
          allowForKnownSafeCalls: [
            { from: 'package', package: 'node:test', name: ['describe', 'it', 'test', 'suite'] },
          ],
        },
      ],
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', caughtErrors: 'none' },
      ],
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        { allowNumber: true, allowBoolean: true },
      ],
      '@angular-eslint/component-selector': [
        'error',
        { type: 'element', prefix: ['app', 'ncq', 'cache'], style: 'kebab-case' },
      ],
    },
  },

  // The library's sources.
  {
    files: [`${library}/**/*.ts`],
    ignores: specs,
    rules: {
      'no-console': ['error', { allow: ['warn', 'error'] }],
    },
  },

  // Specs can inspect unknown values and pass methods around freely; `any` stays forbidden.
  {
    files: specs,
    rules: {
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/no-unnecessary-type-assertion': 'off', // `body: {} as { name?: string }`
      '@typescript-eslint/no-empty-function': 'off',
      // The promises of refetch, reset and clear never reject.
      '@typescript-eslint/no-floating-promises': 'off',
      '@typescript-eslint/no-misused-promises': 'off',
      '@typescript-eslint/only-throw-error': 'off',
      '@typescript-eslint/prefer-promise-reject-errors': 'off',
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/unbound-method': 'off',
      '@angular-eslint/component-class-suffix': 'off',
      '@angular-eslint/component-selector': 'off',
    },
  },

  // Tests in a browser. A promise without `await` would skip a check. Fixtures that use no other fixtures receive `{}`.
  {
    files: ['e2e/**/*.ts'],
    rules: {
      'no-empty-pattern': ['error', { allowObjectPatternsAsParameters: true }],
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': 'error',
    },
  },

  // Type specs define which code compiles and which does not. They contain expressions only for their types.
  {
    files: ['**/*.types.spec.ts'],
    rules: {
      '@typescript-eslint/ban-ts-comment': [
        'error',
        { 'ts-expect-error': false, 'ts-ignore': true, 'ts-nocheck': true },
      ],
      '@typescript-eslint/no-floating-promises': 'off',
      '@typescript-eslint/no-unused-expressions': 'off',
      '@typescript-eslint/no-unused-vars': 'off',
    },
  },

  // The benchmark applications use packages that are installed only for the benchmarks. The build of each application
  // checks its types.
  {
    files: ['benchmarks/{browser,interaction,load,requests}/**/*.ts'],
    extends: [tseslint.configs.disableTypeChecked],
  },

  // Templates.
  {
    files: ['**/*.html'],
    extends: [angular.configs.templateRecommended, angular.configs.templateAccessibility],
  },

  // Scripts.
  {
    files: ['**/*.mjs', '**/*.cjs', '**/*.js'],
    extends: [eslint.configs.recommended],
    languageOptions: { globals: node },
    rules: {
      'no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', caughtErrors: 'none' },
      ],
    },
  },
  {
    files: ['**/*.cjs', '*.js'],
    languageOptions: { sourceType: 'commonjs', globals: commonJs },
  },
  {
    files: ['scripts/check-package.mjs', 'benchmarks/**', 'site/src/page/**'],
    languageOptions: { globals: page },
  },
]);
