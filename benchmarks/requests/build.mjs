// Builds the applications of this benchmark.
import { applications } from '../builds.mjs';
import { prepareV2 } from '../v2.mjs';

const { build: buildAll, folderOf } = applications(import.meta.dirname, 'bench-requests');

export { folderOf };

export function build(names) {
  if (names.includes('v2')) prepareV2();
  buildAll(names);
}
