import { HostTree } from '@angular-devkit/schematics';
import { SchematicTestRunner, UnitTestTree } from '@angular-devkit/schematics/testing';
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';

const collection = join(__dirname, '../migrations.json');
const main = `'ngx-cache-query'`;

interface Updated {
  /** Returns the text of a file. */
  readonly text: (path?: string) => string;
  readonly warnings: readonly string[];
}

/** Runs the migration over the files of a workspace. A text alone is the file `/src/a.ts`. */
async function update(given: string | Readonly<Record<string, string>>): Promise<Updated> {
  const files = typeof given === 'string' ? { '/src/a.ts': given } : given;
  const tree = new UnitTestTree(new HostTree());
  for (const [path, text] of Object.entries(files)) tree.create(path, text);
  const runner = new SchematicTestRunner('ngx-cache-query', collection);
  const warnings: string[] = [];
  runner.logger.subscribe(({ level, message }) => {
    if (level === 'warn') warnings.push(message.trim());
  });
  const updated = await runner.runSchematic('update-0.2', {}, tree);
  return { text: (path = '/src/a.ts') => updated.readContent(path), warnings: warnings.slice(1) };
}

/** Checks how the code in a class with the fields `cache` and `saving` is rewritten. */
async function rewrites(before: string, after: string): Promise<void> {
  const classWith = (code: string) =>
    `class Page {\n  cache = inject(CacheService);\n  saving = this.cache.mutation(save);\n  x = ${code};\n}\n`;
  const { text, warnings } = await update(
    `import { CacheService } from ${main};\nimport { withRest } from 'ngx-cache-query/rest';\n${classWith(before)}`,
  );
  assert.equal(text().slice(text().indexOf('class')), classWith(after));
  assert.deepEqual(warnings, []);
}

describe('ng update to version 0.2', () => {
  it('belongs to version 0.2.0', () => {
    const runner = new SchematicTestRunner('ngx-cache-query', collection);
    const { version } = runner.engine.createCollection(collection).createSchematic('update-0.2')
      .description as { version?: string };
    assert.equal(version, '0.2.0');
  });

  describe('imports', () => {
    it('merges the entry points that are gone into one import', async () => {
      const { text } = await update(
        [
          `import { Query, type SchemaLike } from ${main};`,
          `import { RestEndpoint } from 'ngx-cache-query/rest';`,
          `import type { View } from "ngx-cache-query/views";`,
          `import { Stream } from 'ngx-cache-query/streams';`,
          `import { withHydration } from 'ngx-cache-query/hydration';`,
          '',
          'void Query;',
          '',
        ].join('\n'),
      );
      assert.equal(
        text(),
        [
          `import { Query, type SchemaLike, RestEndpoint, type View, Stream } from ${main};`,
          `import { withHydration } from 'ngx-cache-query/hydration';`,
          '',
          'void Query;',
          '',
        ].join('\n'),
      );
    });

    it('keeps an import of types alone', async () => {
      const { text } = await update(`import type { View } from 'ngx-cache-query/views';\n`);
      assert.equal(text(), `import type { View } from ${main};\n`);
    });

    it('breaks a long import into lines', async () => {
      const names = ['averageOf', 'countRows', 'distinctRows', 'groupRows', 'limit', 'mapRows'];
      const { text } = await update(
        `import { CacheService, Entity } from ${main};\nimport { ${names.join(', ')} } from 'ngx-cache-query/views';\n`,
      );
      const lines = ['CacheService', 'Entity', ...names].map((name) => `  ${name},\n`);
      assert.equal(text(), `import {\n${lines.join('')}} from ${main};\n`);
    });

    it('rewrites other ways to name a module', async () => {
      const { text } = await update(
        `export * from 'ngx-cache-query/views';\nexport { typed } from "ngx-cache-query/rest";\nconst rest = import('ngx-cache-query/rest');\n`,
      );
      assert.equal(
        text(),
        `export * from ${main};\nexport { typed } from "ngx-cache-query";\nconst rest = import(${main});\n`,
      );
    });

    it('uses an alias if the file has the name for something else', async () => {
      const { text } = await update(
        `import { RestEndpoint } from 'ngx-cache-query/rest';\nconst optimistic = new RestEndpoint({ path: '/a', optimistic: true });\n`,
      );
      assert.equal(
        text(),
        `import { RestEndpoint, optimistic as cacheOptimistic } from ${main};\nconst optimistic = new RestEndpoint({ path: '/a', optimistic: cacheOptimistic });\n`,
      );
    });
  });

  describe('methods of a cache', () => {
    it('renames them', async () => {
      await rewrites('this.cache.selectWith(users, args$)', 'this.cache.select(users, args$)');
      await rewrites(
        'this.cache.state(getUser, { id: 1 })',
        'this.cache.watch(getUser, { id: 1 })',
      );
      await rewrites('this.cache.stateWith(getUser, args$)', 'this.cache.watch(getUser, args$)');
    });

    it('adds toValues to watch', async () => {
      await rewrites('this.cache.watch(getUsers)', 'this.cache.watch(getUsers).pipe(toValues())');
      await rewrites('this.cache.watchWith(a, b$)', 'this.cache.watch(a, b$).pipe(toValues())');
      await rewrites(
        'this.cache.watch(getUsers).pipe(map(count))',
        'this.cache.watch(getUsers).pipe(toValues(), map(count))',
      );
    });

    it('writes what prefetch and setResponse did', async () => {
      await rewrites(
        'this.cache.prefetch(getUser, { id })',
        'this.cache.ensure(getUser, { id }).subscribe({ error: () => undefined })',
      );
      await rewrites('this.cache.setResponse(a, value)', 'this.cache.set(a, [], value)');
      await rewrites(
        'this.cache.setResponse(a, 1, 2, (n) => n)',
        'this.cache.set(a, [1, 2], (n) => n)',
      );
    });

    const places = {
      'a field': 'class A { c = inject(CacheService); m() { this.c.state(a); } }',
      'a private field':
        'class A { readonly #c = inject(CacheService); m() { this.#c.state(a); } }',
      'a parameter of a constructor':
        'class A { constructor(private c: CacheService) { c.state(a); } }',
      'a parameter property':
        'class A { constructor(private c: CacheService) {} m() { this.c.state(a); } }',
      'a parameter of a function': 'const f = (c: CacheService | undefined) => c!.state(a);',
      'a variable of a spec': 'const c = TestBed.inject(CacheService);\nc.state(a);',
      'an injector': 'const f = (injector: Injector) => injector.get(CacheService).state(a);',
      'a variable that is assigned later':
        'let c;\nbeforeEach(() => { c = TestBed.inject(CacheService); });\nc.state(a);',
      'a destructured result':
        'const open = () => ({ c: inject(CacheService) });\nconst { c } = open();\nc.state(a);',
      'an inherited field':
        'class B { c = inject(CacheService); }\nclass A extends B { m() { this.c.state(a); } }',
      'the type of an interface':
        'interface W { c: CacheService }\nconst f = ({ c }: W) => c.state(a);',
      'a resolver': 'const f: ResolveFn<void> = () => inject(CacheService).state(a);',
    };
    for (const [place, code] of Object.entries(places)) {
      it(`sees a cache in ${place}`, async () => {
        const { text, warnings } = await update(`import { CacheService } from ${main};\n${code}\n`);
        assert.equal(
          text(),
          `import { CacheService } from ${main};\n${code.replace('.state(', '.watch(')}\n`,
        );
        assert.deepEqual(warnings, []);
      });
    }

    it('sees aliases, namespaces, and names that another file exports', async () => {
      const { text } = await update({
        '/src/a.ts': `import { CacheService as Cache } from ${main};\ninject(Cache).state(a);\n`,
        '/src/b.ts': `import * as ncq from ${main};\ninject(ncq.CacheService).state(a);\n`,
        '/src/core/index.ts': `export { CacheService as Store } from ${main};\n`,
        '/src/c.ts': `import { Store } from './core';\ninject(Store).state(a); // not ngx-cache-query\n`,
        '/tsconfig.json': `{ "compilerOptions": { "paths": { "@app/*": ["./src/*"] } } }`,
        '/src/d.ts': `import { Store } from '@app/core';\ninject(Store).state(a); // ngx-cache-query\n`,
      });
      for (const path of ['/src/a.ts', '/src/b.ts', '/src/c.ts', '/src/d.ts']) {
        assert.match(text(path), /\)\.watch\(a\)/, path);
      }
    });

    it('leaves other objects alone', async () => {
      const code = `import { CacheService } from ${main};
import { Router } from '@angular/router';
class Connection { state() {} run() {} }
inject(Connection).state();
inject(Router).run();
new Connection().run();
`;
      const { text, warnings } = await update(code);
      assert.equal(text(), code);
      assert.deepEqual(warnings, []);
    });
  });

  describe('mutations', () => {
    it('renames run and runAsync', async () => {
      await rewrites('this.saving.run(1)', 'this.saving.mutate(1)');
      await rewrites('await this.saving.runAsync(1)', 'await this.saving.mutateAsync(1)');
      await rewrites(
        '() => { const { run } = this.saving; }',
        '() => { const { mutate: run } = this.saving; }',
      );
      await rewrites('({ ...this.saving, run })', '({ ...this.saving, mutate: run })');
    });

    it('renames them in types', async () => {
      const { text } = await update(
        `import type { CacheMutation } from ${main};\ntype A = CacheMutation<[], 1>;\ntype B = Pick<A, 'run' | 'error'>;\ntype C = A['runAsync'];\n`,
      );
      assert.match(text(), /Pick<A, 'mutate' \| 'error'>;\ntype C = A\['mutateAsync'\]/);
    });

    it('renames them in templates', async () => {
      const { text } = await update({
        '/src/edits.ts': `import { CacheService } from ${main};
export class Edits { renaming = inject(CacheService).mutation(update); }
`,
        '/src/a.ts': `import { Edits } from './edits';
import type { CacheMutation } from ${main};
@Component({
  template: \`<button (click)="edits.renaming.run({ id: 1 })" (blur)="other.run()"></button>
    <button (click)="saving().run()"></button>\`,
})
export class Page {
  edits = inject(Edits);
  saving = input.required<CacheMutation<[], void>>();
  other = inject(Runner);
}
`,
        '/src/b.ts': `import { CacheService } from ${main};
@Component({ templateUrl: './b.html' })
export class B { protected readonly removing = inject(CacheService).mutation(remove); }
`,
        '/src/b.html': `<button (click)="removing.run(id()); done.run()">{{ removing.error() }}</button>\n`,
      });
      assert.match(text(), /"edits\.renaming\.mutate\({ id: 1 }\)" \(blur\)="other\.run\(\)"/);
      assert.match(text(), /"saving\(\)\.mutate\(\)"/);
      assert.match(text('/src/b.html'), /"removing\.mutate\(id\(\)\); done\.run\(\)"/);
    });
  });

  describe('endpoints', () => {
    const endpoint = async (before: string, after: string): Promise<void> => {
      const { text, warnings } = await update(
        `import { RestEndpoint, restEndpoints } from 'ngx-cache-query/rest';\n${before}\n`,
      );
      assert.equal(text().split('\n').slice(1).join('\n'), `${after}\n`);
      assert.deepEqual(warnings, []);
    };

    it('renames the options for expiry', async () => {
      await endpoint(
        'new RestEndpoint({ path, dataExpiryLength: 5, errorExpiryLength });',
        'new RestEndpoint({ path, staleTime: 5, errorStaleTime: errorExpiryLength });',
      );
      await endpoint(
        'const common = { dataExpiryLength: 5 };\nnew RestEndpoint({ path, ...common });',
        'const common = { staleTime: 5 };\nnew RestEndpoint({ path, ...common });',
      );
    });

    it('imports the values of retry, optimistic and the pages', async () => {
      const { text } = await update(
        `import { restEndpoints } from 'ngx-cache-query/rest';
const todos = restEndpoints({ path, schema, paginationField: 'page', optimistic: true });
const more = todos.extend(({ getList, get: one }) => ({
  upload: getList.unshift.extend({ optimistic: false, retry: { count: 1 } }),
  polled: one.extend({ errorExpiryLength: 1 }).polled(5),
}));
const last = more.extend('get', { dataExpiryLength: 1 });
`,
      );
      assert.equal(
        text(),
        `import { restEndpoints, paginated, optimistic, retries } from ${main};
const todos = restEndpoints({ path, schema, pages: paginated('page'), optimistic });
const more = todos.extend(({ getList, get: one }) => ({
  upload: getList.unshift.extend({ optimistic: undefined, retry: retries({ count: 1 }) }),
  polled: one.extend({ errorStaleTime: 1 }).polled(5),
}));
const last = more.extend('get', { staleTime: 1 });
`,
      );
    });

    it('passes optimistic responses to optimistic', async () => {
      await endpoint(
        'new RestEndpoint({ path, getOptimisticResponse: (_, { id }) => ({ id }) });',
        'new RestEndpoint({ path, optimistic: (_, { id }) => optimistic({ id }) });',
      );
      await endpoint(
        'new RestEndpoint({ optimistic: true, getOptimisticResponse: (_, b) => (no(b) ? undefined : b) });',
        'new RestEndpoint({ optimistic: (_, b) => (no(b) ? undefined : optimistic(b)) });',
      );
      await endpoint(
        'new RestEndpoint({ path, getOptimisticResponse(): object { if (a) return undefined; return b; } });',
        'new RestEndpoint({ path, optimistic() { if (a) return undefined; return optimistic(b); } });',
      );
      await endpoint(
        'const f = (_: unknown, b: B) => b;\nnew RestEndpoint({ path, getOptimisticResponse: f });',
        'const f = (_: unknown, b: B) => b;\nnew RestEndpoint({ path, optimistic: (_, b) => optimistic(f(_, b)) });',
      );
    });

    it('reports the progress with reportProgress', async () => {
      await endpoint(
        'new RestEndpoint({ path, onUploadProgress: ({ loaded }, { id }) => show(id, loaded) });',
        'new RestEndpoint({ path, progress: ({ id }) => reportProgress({ onUpload: ({ loaded }) => show(id, loaded) }) });',
      );
      await endpoint(
        'new RestEndpoint({ onUploadProgress: (p) => up(p), onDownloadProgress: (p, a) => down(p, a) });',
        'new RestEndpoint({ progress: (a) => reportProgress({ onUpload: (p) => up(p), onDownload: (p) => down(p, a) }) });',
      );
      await endpoint(
        'const show = (p: RestProgress, id: number) => p;\nnew RestEndpoint({ path, onDownloadProgress: show });',
        'const show = (p: RestProgress, id: number) => p;\nnew RestEndpoint({ path, progress: (id) => reportProgress({ onDownload: (p) => show(p, id) }) });',
      );
    });

    it('writes pages as functions', async () => {
      const { text } = await update(
        `import { Collection } from ${main};
import { RestEndpoint } from 'ngx-cache-query/rest';
const list = new Collection([User]);
const getList = new RestEndpoint({ path, schema: list });
const getPage = getList.extend({ path: '/a' }).paginated('page', 'end');
const getOther = new RestEndpoint({ path, schema: { items: list.page('cursor') } });
`,
      );
      assert.match(text(), /paginated\(getList\.extend\({ path: '\/a' }\), 'page', 'end'\);/);
      assert.match(text(), /items: pageOf\(list, 'cursor'\)/);
      assert.match(text(), /import { Collection, RestEndpoint, paginated, pageOf } from/);
    });

    it('lists the files whose infinite lists must declare the next page', async () => {
      const { warnings } = await update(
        `import { infinite, type InfiniteOptions } from 'ngx-cache-query/rest';
import { infinite as other } from './other';
readonly list = infinite(getPage, () => []);
`,
      );
      assert.equal(warnings.length, 1);
      assert.match(warnings.join(), /a\.ts:1.*infinite: .*paginated\('page', pageNumber\(\)\)/);
    });

    it('writes the types of an endpoint as one', async () => {
      await endpoint(
        `class A extends RestEndpoint<'/a', User[], undefined, Body> {}\nlet b: RestEndpoint<'/b'>;`,
        `class A extends RestEndpoint<{ path: '/a'; schema: User[]; body: Body }> {}\nlet b: RestEndpoint<{ path: '/b' }>;`,
      );
      const isNew = `class A<T extends RestTypes> extends RestEndpoint<T> {}`;
      await endpoint(isNew, isNew);
    });

    it('sees subclasses, options with a type, and the defaults of a cache', async () => {
      await endpoint(
        'class A extends RestEndpoint { constructor() { super({ dataExpiryLength: 1 }); } }\nnew A({ errorExpiryLength: 1 });',
        'class A extends RestEndpoint { constructor() { super({ staleTime: 1 }); } }\nnew A({ errorStaleTime: 1 });',
      );
      const { text } = await update(
        `import { type ExpiryOptions, withExpiry } from ${main};\nconst a: ExpiryOptions = { dataExpiryLength: 1 };\nwithExpiry({ errorExpiryLength: 1 });\n`,
      );
      assert.match(text(), /{ staleTime: 1 };\nwithExpiry\({ errorStaleTime: 1 }\)/);
    });
  });

  describe('what it cannot decide', () => {
    it('is left and listed with its new line', async () => {
      const before = `import { type ListIn, RestEndpoint } from 'ngx-cache-query/rest';
import { Query } from ${main};
class A extends RestEndpoint {
  getOptimisticResponse() { return super.getOptimisticResponse(); }
}
const f = (given) => {
  given.run();
  given.setResponse(a, b);
  given.watch(a);
  given.page('page');
  other({ dataExpiryLength: 1, optimistic: true, retry: { count: 1 } });
};
new RestEndpoint({ path, optimistic: flag });
`;
      const { text, warnings } = await update(before);
      const merged = `import { type ListIn, RestEndpoint, Query } from ${main};\n`;
      assert.equal(text(), merged + before.split('\n').slice(2).join('\n'));
      assert.deepEqual(
        warnings.map((each) => /^src\/a\.ts:(\d+: \w+)/.exec(each)?.[1]),
        [
          '1: ListIn',
          '3: getOptimisticResponse',
          '3: getOptimisticResponse',
          '6: run',
          '7: setResponse',
          '8: watch',
          '9: page',
          '10: dataExpiryLength',
          '10: optimistic',
          '10: retry',
          '12: optimistic',
        ],
      );
    });

    it('is a call with spread arguments, and a method that is not called', async () => {
      const { warnings } = await update(
        `import { CacheService } from ${main};\nconst c = inject(CacheService);\nc.setResponse(a, ...args);\nconst f = c.prefetch;\n`,
      );
      assert.deepEqual(warnings, [
        'src/a.ts:3: setResponse: write set(endpoint, [args], value)',
        'src/a.ts:4: prefetch: write ensure(endpoint, …).subscribe({ error: () => undefined })',
      ]);
    });

    it('is a cache in a template', async () => {
      const { text, warnings } = await update({
        '/src/a.ts': `import { CacheService } from ${main};
@Component({ templateUrl: './a.html' })
export class Page { cache = inject(CacheService); }
`,
        '/src/a.html': `<p></p>\n<p (click)="cache.prefetch(a)">{{ cache.selectWith(a, b$) | async }}</p>\n`,
      });
      assert.match(text('/src/a.html'), /cache\.prefetch\(a\)">{{ cache\.select\(a, b\$\)/);
      assert.match(warnings[0]!, /^src\/a\.html:2: prefetch: write ensure/);
    });
  });

  describe('a second run', () => {
    const files = {
      '/src/a.ts': `import { CacheService } from ${main};
import { RestEndpoint, restEndpoints } from 'ngx-cache-query/rest';
const todos = restEndpoints({ path, schema, paginationField: 'page', optimistic: true, retry: {} });
const one = new RestEndpoint({ path, getOptimisticResponse: () => ({ id: 1 }), onUploadProgress: (p) => p });
const c = inject(CacheService);
c.state(one);
c.watch(one).subscribe();
c.setResponse(one, 1);
c.prefetch(one);
c.mutation(one).run();
`,
    };

    it('changes nothing', async () => {
      const once = await update(files);
      const twice = await update({ '/src/a.ts': once.text() });
      assert.equal(twice.text(), once.text());
      assert.deepEqual(twice.warnings, []);
    });

    it('lists watch if nothing tells the version', async () => {
      const code = `import { CacheService } from ${main};\ninject(CacheService).watch(a);\n`;
      const { text, warnings } = await update(code);
      assert.equal(text(), code);
      assert.match(warnings[0]!, /^src\/a\.ts:2: watch: emits snapshots now/);
    });
  });
});
