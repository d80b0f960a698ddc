// Checks that the documents match the library:
//
//   - every ```ts block of a guide and every example in a docstring is a region of a spec that is compiled and run
//     (projects/ngx-cache-query/spec/examples)
//   - every error code has a page, every page has a code, and a spec has produced the message on the page
//   - every law has a text and a spec in docs/guarantees.md, and every decision is in the index
//   - the lines of code that ARCHITECTURE.md mentions are in their files
//   - every link between documents works
//   - the documents in the package equal the documents in the workspace
//
//   node scripts/docs/check.mjs            checks
//   node scripts/docs/check.mjs --write    first updates the generated parts: blocks, messages, tables, copies
import { checkExamples } from './blocks.mjs';
import { checkCopies } from './copies.mjs';
import { checkDecisions } from './decisions.mjs';
import { checkErrorPages } from './error-pages.mjs';
import { documents, problems } from './files.mjs';
import { checkLaws } from './laws.mjs';
import { checkLines } from './lines.mjs';
import { checkLinks } from './links.mjs';

const examples = checkExamples();
checkErrorPages();
checkDecisions();
checkLaws();
checkLines();
checkCopies();
checkLinks();

for (const problem of problems) console.error(problem);
if (problems.length) console.error('What can be written is written by: npm run docs');
console.log(
  `docs: ${documents.length} documents, ${examples} examples, ${problems.length} problems`,
);
process.exitCode = problems.length ? 1 : 0;
