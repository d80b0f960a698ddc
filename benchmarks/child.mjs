// The measuring process for one library, one workload, one N and one kind of id. Prints a line of JSON per step.
import { Bench } from './bench.mjs';
import { makeData } from './data.mjs';
import workloads from './workloads/index.mjs';

export async function child(adapter) {
  const { workload, n, kind, budget } = JSON.parse(process.argv[2]);
  const tell = (line) => process.stdout.write(`${JSON.stringify(line)}\n`);
  const bench = new Bench({ adapter, workload, data: makeData(n, kind), budget, tell });
  await workloads[workload].run(bench);
  process.exit(0); // a library may have left timers running
}
