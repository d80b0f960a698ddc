// Checks that the documents match the library:
//
//   - every ```ts block of a guide and every example in a docstring is a region of a spec that is compiled and run
//     (projects/ngx-cache-query/spec/examples)
//   - the template of every example can be rendered on a server and hydrated
//   - docs/errors.md has an entry for each error code
//   - every law in docs/guarantees.md has a spec
//   - every link between documents works
//
//   node scripts/docs/check.mjs            checks
//   node scripts/docs/check.mjs --write    first updates the generated parts: blocks, tables
import { checkExamples } from './blocks.mjs';
import { checkErrors } from './errors.mjs';
import { documents, problems } from './files.mjs';
import { checkLaws } from './laws.mjs';
import { checkLinks } from './links.mjs';
import { checkTemplates } from './templates.mjs';

const examples = checkExamples();
checkErrors();
checkLaws();
checkLinks();
const templates = checkTemplates();

for (const problem of problems) console.error(problem);
if (problems.length) console.error('What can be written is written by: npm run docs');
console.log(
  `docs: ${documents.length} documents, ${examples} examples, ${templates} templates, ${problems.length} problems`,
);
process.exitCode = problems.length ? 1 : 0;
