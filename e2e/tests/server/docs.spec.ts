import { expect, test } from '@playwright/test';
import express from 'express';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { docsRouter } from '../../../server/docs/docs-router';
import type { SiteBuild } from '../../../server/docs/site-build';

/** Runs `use` with a server of a site that is not built yet. */
async function withServer(
  build: SiteBuild | undefined,
  use: (url: string, finish: () => void) => Promise<void>,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'docs-'));
  const app = express().use('/docs', docsRouter({ folder: join(folder, 'site'), build }));
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const finish = () => {
    mkdirSync(join(folder, 'made'));
    writeFileSync(join(folder, 'made/index.html'), '<script>go()</script><h1>Docs</h1>');
    writeFileSync(join(folder, 'made/404.html'), '<h1>404</h1>');
    renameSync(join(folder, 'made'), join(folder, 'site'));
  };
  await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}/docs/`, finish);
  server.close();
  rmSync(folder, { recursive: true });
}

test('the first visit of the documentation builds it', async () => {
  let starts = 0;
  const build = () => {
    starts++;
    return Promise.resolve();
  };
  await withServer(build, async (url, finish) => {
    const waiting = await fetch(url);
    expect(waiting.status).toBe(202);
    expect(await waiting.text()).toContain('http-equiv="refresh"');
    expect(starts).toBe(1);

    finish();
    const page = await fetch(url);
    expect(page.status).toBe(200);
    expect(await page.text()).toContain('<h1>Docs</h1>');
    expect((await fetch(`${url}nowhere/`)).status).toBe(404);
  });
});

test('a build that fails is shown once, and the next visit builds again', async () => {
  let starts = 0;
  const build = () => {
    starts++;
    return Promise.reject(new Error('no <Node>'));
  };
  await withServer(build, async (url) => {
    await fetch(url);
    const failed = await fetch(url);
    expect(failed.status).toBe(503);
    const html = await failed.text();
    expect(html).toContain('no &lt;Node>');
    expect(html).not.toContain('http-equiv="refresh"');
    expect(starts).toBe(1);

    expect((await fetch(url)).status).toBe(202);
    expect(starts).toBe(2);
  });
});

test('a page of the documentation runs only its own scripts', async () => {
  await withServer(undefined, async (url, finish) => {
    finish();
    const policy = (await fetch(url)).headers.get('content-security-policy');
    // The SHA-256 of go().
    expect(policy).toContain("'sha256-5KYv+PUboo5h+0+YAtGRPbwv5d/QxzHslP4YGnUaxRw='");
    expect(policy).not.toContain("script-src 'self' 'unsafe-inline'");
  });
});

test('a server without the sources has no documentation', async () => {
  await withServer(undefined, async (url) => expect((await fetch(url)).status).toBe(404));
});
