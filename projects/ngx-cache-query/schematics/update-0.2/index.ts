import type { Rule, Tree } from '@angular-devkit/schematics';
import { changeTemplates } from './change-templates';
import { Kinds } from './kinds';
import { Rewriter } from './rewriter';
import { Sources } from './sources';

/** Files that can contain something to change. */
const CANDIDATE = /ngx-cache-query|\b(run|runAsync)\b|templateUrl/;

/**
 * Rewrites an application of version 0.1 to the names of version 0.2, and lists what it cannot decide. Running it again
 * changes nothing.
 */
export function update(): Rule {
  return (tree: Tree, { logger }) => {
    const sources = new Sources(tree);
    const rewriter = new Rewriter(new Kinds(sources));
    const files = sources.matching(CANDIDATE);
    for (const file of files) rewriter.rewrite(file);
    const inFiles = changeTemplates(files, tree, rewriter);
    rewriter.finish(files);
    for (const { file, isEmpty, text } of rewriter.changes()) {
      if (!isEmpty) tree.overwrite(file, text);
    }
    const left = [...inFiles, ...rewriter.leftovers()];
    if (left.length === 0) return;
    logger.warn('ngx-cache-query: the update has left these places to you:');
    for (const { file, line, message } of left)
      logger.warn(`  ${file.slice(1)}:${line}: ${message}`);
  };
}
