import { existsSync, readFileSync } from 'node:fs';

const file = '/proc/stat';
/** The kernel counts in hundredths of a second. */
const millisecondsPerTick = 10;

/**
 * Returns for how many milliseconds the host of a virtual machine ran others since the machine started, summed over all
 * processors; 0 where the system does not count it. Such a time makes tasks of the page long.
 */
export function stolenTime(): number {
  if (!existsSync(file)) return 0;
  // The first line: cpu, user, nice, system, idle, iowait, irq, softirq, steal.
  const [all = ''] = readFileSync(file, 'utf8').split('\n');
  return Number(all.split(/\s+/)[8] ?? 0) * millisecondsPerTick;
}
