// The computer and the software versions with which the results were measured.
import { readFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { adapterInfo } from './adapters/names.mjs';
import { root, versionOf } from './bundle.mjs';
import { v2Folder } from './v2.mjs';

export function machine() {
  const [{ model }] = cpus();
  return {
    date: new Date().toISOString().slice(0, 10),
    machine: `${cpus().length} × ${model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GB, ${process.platform}`,
    node: process.versions.node,
  };
}

/** Returns the packages that each adapter uses, with their versions. */
export function versions(adapters) {
  const own = versionIn(join(root, 'projects', 'ngx-cache-query'));
  return Object.fromEntries(
    adapters.map((name) => {
      const packages = adapterInfo[name].packages.map((one) => [one, versionOf(one)]);
      if (name.startsWith('ours')) packages.unshift(['ngx-cache-query', own]);
      if (name === 'v2') packages.unshift(['ngx-cache-query', versionIn(v2Folder)]);
      return [name, Object.fromEntries(packages)];
    }),
  );
}

function versionIn(folder) {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).version;
}
