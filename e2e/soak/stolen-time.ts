import { existsSync, readFileSync } from 'node:fs';

const file = '/proc/stat';
/** The kernel counts time in hundredths of a second. */
const millisecondsPerTick = 10;

/**
 * Returns the time in milliseconds for which the host of a virtual machine ran other machines since the start, summed
 * over all processors. Returns 0 if the system does not count this time. Stolen time makes the tasks of the page
 * longer.
 */
export function stolenTime(): number {
  if (!existsSync(file)) return 0;
  // The first line contains: cpu, user, nice, system, idle, iowait, irq, softirq, steal.
  const [all = ''] = readFileSync(file, 'utf8').split('\n');
  return Number(all.split(/\s+/)[8] ?? 0) * millisecondsPerTick;
}
