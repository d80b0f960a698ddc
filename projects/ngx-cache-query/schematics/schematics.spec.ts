import { SchematicTestRunner, type UnitTestTree } from '@angular-devkit/schematics/testing';
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { beforeEach, describe, it } from 'node:test';

const runner = new SchematicTestRunner('ngx-cache-query', join(__dirname, 'collection.json'));

/** Creates a workspace with an application, like `ng new`. */
async function newApplication(options: object = {}): Promise<UnitTestTree> {
  const workspace = await runner.runExternalSchematic('@schematics/angular', 'workspace', {
    name: 'shop',
    version: '22.0.0',
    newProjectRoot: 'projects',
  });
  const application = { name: 'demo', projectRoot: '', skipInstall: true, ...options };
  return runner.runExternalSchematic('@schematics/angular', 'application', application, workspace);
}

/** Returns a list that collects the messages of all warnings from now on. */
function warnings(): readonly string[] {
  const messages: string[] = [];
  runner.logger.subscribe(({ level, message }) => {
    if (level === 'warn') messages.push(message);
  });
  return messages;
}

describe('ng add', () => {
  const config = '/src/app/app.config.ts';
  const add = (tree: UnitTestTree, options: object = {}) =>
    runner.runSchematic('ng-add', { project: 'demo', url: '/api', ...options }, tree);

  it('adds provideCache with its features', async () => {
    const text = (await add(await newApplication())).readContent(config);
    assert.match(
      text,
      /provideCache\(\n\s+withRest\({ urlPrefix: '\/api' }\),\n\s+withRetention\(\),\n\s+withRefetchOnFocus\(\),\s+\)/,
    );
    assert.match(
      text,
      /import { withRest, withRetention, withRefetchOnFocus, provideCache } from 'ngx-cache-query';/,
    );
    assert.doesNotMatch(text, /withHydration/);
  });

  it('adds withHydration to an application that renders on a server', async () => {
    const text = (await add(await newApplication({ ssr: true }))).readContent(config);
    assert.match(text, /withRefetchOnFocus\(\),\n\s+withHydration\(\),\s+\)/);
    assert.match(text, /import { withHydration } from 'ngx-cache-query\/hydration';/);
  });

  it('adds it to an application of NgModules', async () => {
    const tree = await add(await newApplication({ standalone: false }));
    const text = tree.readContent('/src/app/app-module.ts');
    assert.match(text, /providers: \[[^\]]*provideCache\(\s+withRest/);
  });

  it('adds the devtools and their panel', async () => {
    const application = await newApplication();
    const text = application.readContent('/package.json');
    // A patch of Angular that the CDK does not have.
    application.overwrite('/package.json', text.replace(/("@angular\/core": )".*"/, '$1"21.2.24"'));
    const tree = await add(application, { devtools: true });
    assert.match(tree.readContent(config), /withRefetchOnFocus\(\),\n\s+withDevtools\(\),/);
    assert.match(
      tree.readContent(config),
      /import { withDevtools } from 'ngx-cache-query\/devtools';/,
    );
    assert.match(
      tree.readContent('/src/app/app.ts'),
      /import { CacheDevtoolsPanel } from 'ngx-cache-query\/devtools\/panel';[^]+imports: \[RouterOutlet, CacheDevtoolsPanel\]/,
    );
    assert.match(
      tree.readContent('/src/app/app.html'),
      /<router-outlet \/>\n<cache-devtools \/>\n$/,
    );
    const { devDependencies } = JSON.parse(tree.readContent('/package.json')) as {
      readonly devDependencies: Record<string, string>;
    };
    assert.equal(devDependencies['@angular/cdk'], '^21.0.0');
  });

  it('adds the panel to a component with a template of its own, and without imports', async () => {
    const tree = await newApplication({ inlineTemplate: true, routing: false });
    const before = tree.readContent('/src/app/app.ts').replace(/ {2}imports: .*\n/, '');
    tree.overwrite('/src/app/app.ts', before);
    const text = (await add(tree, { devtools: true })).readContent('/src/app/app.ts');
    assert.match(text, /@Component\({\n {2}imports: \[CacheDevtoolsPanel\],\n/);
    assert.match(text, /<cache-devtools \/>`,/);
  });

  it('says how to add the panel where it finds no standalone component', async () => {
    const messages: string[] = [];
    runner.logger.subscribe(({ message }) => messages.push(message));
    const tree = await add(await newApplication({ standalone: false }), { devtools: true });
    assert.match(tree.readContent('/src/app/app-module.ts'), /withDevtools\(\)/);
    assert.match(
      messages.join(),
      /Add <cache-devtools \/> \(CacheDevtoolsPanel of .*\) to the root/,
    );
  });

  it('writes any URL', async () => {
    const url = `https://api.test/it's/`;
    const text = (await add(await newApplication(), { url })).readContent(config);
    assert.match(text, /urlPrefix: 'https:\/\/api.test\/it\\'s'/);
  });

  it('changes nothing the second time', async () => {
    const tree = await add(await newApplication());
    const before = new Map(tree.files.map((file) => [file, tree.readContent(file)]));
    const after = await add(tree);
    assert.deepEqual(new Map(after.files.map((file) => [file, after.readContent(file)])), before);
  });

  it('ignores specs, and says what to add if another file calls provideCache', async () => {
    const tree = await newApplication();
    tree.create('/src/app/users.spec.ts', 'provideCache();');
    assert.match((await add(tree)).readContent(config), /provideCache\(/);
    const other = await newApplication({ ssr: true });
    other.create('/src/app/admin/admin.routes.ts', 'provideCache();');
    const messages: string[] = [];
    runner.logger.subscribe(({ message }) => messages.push(message));
    assert.doesNotMatch((await add(other)).readContent(config), /provideCache/);
    assert.match(
      messages.join(),
      /admin.routes.ts already contains.*add provideCache\(withRest\({ urlPrefix: '\/api' }\), .*withHydration\(\)\)/,
    );
  });

  it('changes nothing in a library', async () => {
    const workspace = await newApplication();
    const tree = await runner.runExternalSchematic(
      '@schematics/angular',
      'library',
      { name: 'parts', skipInstall: true },
      workspace,
    );
    const before = tree.files.length;
    const after = await add(tree, { project: 'parts' });
    assert.equal(after.files.length, before);
    assert.doesNotMatch(after.readContent(config), /provideCache/);
  });

  it('refuses an unknown project', async () => {
    const tree = await newApplication();
    await assert.rejects(() => add(tree, { project: 'other' }), /no project "other"/);
  });
});

describe('ng generate', () => {
  let app: UnitTestTree;
  beforeEach(async () => (app = await newApplication()));

  const generate = (schematic: string, options: object) =>
    runner.runSchematic(schematic, { project: 'demo', ...options }, app);

  describe('entity', () => {
    it('creates a class with fields and relations', async () => {
      const fields = ['name:string', 'isAdmin:boolean', 'team:Team', 'since:Date', 'tags:string[]'];
      const tree = await generate('entity', { name: 'user', fields });
      assert.equal(
        tree.readContent('/src/app/user.ts'),
        `import { Entity } from 'ngx-cache-query';
import { Team } from './team';

export class User extends Entity {
  static override readonly key: string = 'User';
  readonly id: number = 0;
  readonly name: string = '';
  readonly isAdmin: boolean = false;
  readonly team: Team = Team.fromJS({});
  readonly since: Date = new Date(0);
  readonly tags: readonly string[] = [];
  static override readonly schema = {
    team: Team,
    since: (text: string) => new Date(text),
  };
}
`,
      );
    });

    it('creates lists of entities, and relations to the same class', async () => {
      const fields = ['id:string', 'parent:Page', 'links:Page[]', 'author:User?'];
      const text = (await generate('entity', { name: 'cms/page', fields })).readContent(
        '/src/app/cms/page.ts',
      );
      assert.match(text, /readonly id: string = '';/);
      assert.match(text, /readonly parent: Page \| null = null;/);
      assert.match(text, /readonly links: readonly Page\[\] = \[\];/);
      assert.match(text, /readonly author: User \| null = null;/);
      assert.match(text, /schema = {\s+parent: Page,\s+links: \[Page\],\s+author: User,\s+};/);
      assert.doesNotMatch(text, /import { Page }/);
    });

    it('reads a response of the server', async () => {
      const sample = {
        total: 2,
        items: [
          {
            id: 'p1',
            title: 'Lamp',
            price: 9.5,
            addedAt: '2026-01-02T10:00:00Z',
            vendor: { id: 3, name: 'Lux', logo: null },
            reviews: [{ id: 1, stars: 5 }],
            size: { width: 3, 'per-item': true },
            tags: ['new'],
            note: null,
          },
          { id: 'p2', title: 'Desk', price: 90, note: 'fragile' },
        ],
      };
      app.create('/sample.json', JSON.stringify(sample));
      const messages = warnings();
      const tree = await generate('entity', { name: 'product', from: '/sample.json' });
      assert.deepEqual(messages, [
        '/src/app/vendor.ts: the sample does not show the types of all fields. Write them: logo',
      ]);
      assert.equal(
        tree.readContent('/src/app/product.ts'),
        `import { Entity } from 'ngx-cache-query';
import { Review } from './review';
import { Vendor } from './vendor';

export class Product extends Entity {
  static override readonly key: string = 'Product';
  readonly id: string = '';
  readonly title: string = '';
  readonly price: number = 0;
  readonly addedAt: Date | null = null;
  readonly vendor: Vendor | null = null;
  readonly reviews: readonly Review[] = [];
  readonly size: { readonly width: number; readonly 'per-item': boolean } | null = null;
  readonly tags: readonly string[] = [];
  readonly note: string | null = null;
  static override readonly schema = {
    addedAt: (text: string) => new Date(text),
    vendor: Vendor,
    reviews: [Review],
  };
}
`,
      );
      assert.match(tree.readContent('/src/app/vendor.ts'), /readonly logo: unknown = null;/);
      assert.match(tree.readContent('/src/app/review.ts'), /readonly stars: number = 0;/);
    });

    it('finds the entity in an envelope, and says what to add to withRest', async () => {
      const messages: string[] = [];
      runner.logger.subscribe(({ message }) => messages.push(message));
      const order = { id: 1, customer_id: 5, order_lines: [{ id: 1, unit_price: 2.5 }] };
      const meta = { server_time: '2026-01-02' };
      const read = async (sample: object, options: object = {}) => {
        app.create('/sample.json', JSON.stringify(sample));
        const tree = await generate('entity', { name: 'order', from: '/sample.json', ...options });
        app.delete('/sample.json');
        const texts = ['order', 'order-line'].map((file) => {
          const text = tree.readContent(`/src/app/${file}.ts`);
          tree.delete(`/src/app/${file}.ts`);
          return text;
        });
        return texts.join('');
      };
      for (const [sample, field] of [
        [{ data: order }, 'data'],
        [{ data: order, meta, links: {} }, 'data'],
        [{ data: [order], meta }, 'data'],
        [{ result: { items: [order], total: 1 } }, 'result.items'],
      ] as const) {
        messages.length = 0;
        const text = await read(sample);
        assert.match(text, /class Order extends [^]*readonly customerId: number = 0;/);
        assert.match(text, /readonly orderLines: readonly OrderLine\[\] = \[\];/);
        assert.match(text, /readonly unitPrice: number = 0;/);
        assert.deepEqual(messages, [
          `The sample requires an option of withRest: unwrap: '${field}' (or unwrap: { list: '${field}' } if only lists have it)`,
          'The sample requires an option of withRest: names: snakeCase',
        ]);
      }
      messages.length = 0;
      assert.match(await read(order, { keepNames: true }), /readonly customer_id: number = 0;/);
      assert.deepEqual(messages, []);
    });

    it('refuses a sample without entities, and one that is not there', async () => {
      app.create('/empty.json', '[]');
      app.create('/broken.json', '[');
      const from = (file: string) => generate('entity', { name: 'user', from: file });
      await assert.rejects(() => from('/empty.json'), /contains no entity/);
      await assert.rejects(() => from('/broken.json'), /does not contain valid JSON/);
      await assert.rejects(() => from('/none.json'), /There is no file \/none.json/);
      await assert.rejects(() => from('../none.json'), /There is no file ..\/none.json/);
    });

    it('reads a sample outside of the workspace', async () => {
      const folder = mkdtempSync(join(tmpdir(), 'sample-'));
      const file = join(folder, 'sample.json');
      writeFileSync(file, '{ "id": 1, "name": "Ada" }');
      const tree = await generate('entity', { name: 'user', from: relative(process.cwd(), file) });
      assert.match(tree.readContent('/src/app/user.ts'), /readonly name: string = '';/);
      rmSync(folder, { recursive: true });
    });

    it('refuses a field that it does not understand, and a file that exists', async () => {
      const fields = ['name=string'];
      await assert.rejects(() => generate('entity', { name: 'user', fields }), /is not a field/);
      await generate('entity', { name: 'user' });
      await assert.rejects(() => generate('entity', { name: 'user' }), /user.ts already exists/);
    });
  });

  describe('endpoints', () => {
    it('creates the endpoints of an entity', async () => {
      const tree = await generate('endpoints', { name: 'company' });
      assert.equal(
        tree.readContent('/src/app/company-endpoints.ts'),
        `import { restEndpoints } from 'ngx-cache-query';
import { Company } from './company';

export const companyEndpoints = restEndpoints({ path: '/companies/:id', schema: Company });
`,
      );
    });

    it('names the command that creates a missing entity', async () => {
      const messages = warnings();
      await generate('endpoints', { name: 'shop/company' });
      await generate('entity', { name: 'shop/order', fields: ['company:Company'] });
      assert.deepEqual(
        messages.map((message) => /entity \S+$/.exec(message)?.[0]),
        ['entity shop/company', 'entity shop/company'],
      );
    });

    it('takes another path', async () => {
      const tree = await generate('endpoints', { name: 'user', url: '/v2/people/:id' });
      assert.match(tree.readContent('/src/app/user-endpoints.ts'), /path: '\/v2\/people\/:id'/);
      await assert.rejects(
        () => generate('endpoints', { name: 'team', url: '/teams' }),
        /\/teams\/:id/,
      );
    });
  });
});
