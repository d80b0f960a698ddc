// Draws sentences at random, for judges who read them with the rubric in rubric.md. The same seed draws the same
// sentences from the same texts.
//
//   node scripts/sentences/sample.mjs [--seed 1] [--count 100] [--places]
//
// --places also prints the file and the line of each sentence.
import { parseArgs } from 'node:util';
import { allSentences } from './extract.mjs';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '100' },
    places: { type: 'boolean', default: false },
  },
});

const sentences = [...new Map(allSentences().map((each) => [each.sentence, each])).values()];
const sample = drawn(sentences, Number(values.count), random(Number(values.seed)));
console.log(`${sample.length} of ${sentences.length} sentences, seed ${values.seed}`);
for (const [i, { kind, file, line, sentence, paragraph, code }] of sample.entries()) {
  console.log(`\n${i + 1}. ${kind}${values.places ? ` ${file}:${line}` : ''}`);
  console.log(`   sentence:  ${sentence}`);
  console.log(`   paragraph: ${paragraph.replace(/\s+/g, ' ')}`);
  if (code !== undefined) console.log(`   code:      ${code}`);
}

/** Returns `count` items in random order. */
function drawn(items, count, next) {
  const rest = [...items];
  const result = [];
  while (result.length < count && rest.length > 0) {
    result.push(...rest.splice(Math.floor(next() * rest.length), 1));
  }
  return result;
}

/** Returns a function that generates numbers from 0 to 1 with the algorithm mulberry32 by Tommy Ettinger. */
function random(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}
