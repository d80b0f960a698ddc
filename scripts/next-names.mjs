// Rewrites the names of version 2 to those of the third edition, so that one spec tests both until version 2 goes.
import ts from 'typescript';

/** Expressions that are a cache: `cache`, `world.cache`, `injector.get(CacheService)`. */
const CACHE =
  /(^|\.)(cache|routed|below|ended|other|parent|child|root|clean|fresh|one|two|hydrated|restored|first)$|(CacheService|[.]open[(])[)]$/;
/** Expressions that are a mutation in a component. */
const MUTATION = /(renam|mutat|sav|creat|remov|add|vot|delet|updat|fail|toggl|press|broken|quiet)/i;

/** The name under which specs import `optimistic`, because some have variables of that name. */
const SHOWN = 'optimisticUpdate';

/** Options and names that only have another name. */
const RENAMED = { dataExpiryLength: 'staleTime', errorExpiryLength: 'errorStaleTime' };
/** Modules of version 2 whose names are in the main entry point, or that specs get from their internals. */
const MODULES = [
  [/'ngx-cache-query\/(rest|streams|views)'/g, "'ngx-cache-query'"],
  [/'(?:\.\.\/)+src\/lib\/platform\/page-activity'/g, "'ngx-cache-query-internals'"],
];

/** Returns the code of a spec for the third edition. */
export function renamed(path, code) {
  const file = ts.createSourceFile(path, code, ts.ScriptTarget.Latest, true);
  const edits = [];
  const imports = new Set();
  const replace = (from, to, text) => edits.push({ from, to, text });
  const rename = (node, text) => replace(node.getStart(), node.end, text);
  const wrap = (node, name) => {
    replace(node.getStart(), node.getStart(), `${name}(`);
    replace(node.end, node.end, ')');
    imports.add(name);
  };
  const visit = (node) => {
    if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
      const { name, expression } = node.expression;
      const of = expression.getText();
      pages(node, name);
      if (CACHE.test(of)) call(node, name);
      else if (MUTATION.test(of) && name.text === 'run') rename(name, 'mutate');
      else if (MUTATION.test(of) && name.text === 'runAsync') rename(name, 'mutateAsync');
    } else if (ts.isIdentifier(node) && Object.hasOwn(RENAMED, node.text)) {
      rename(node, RENAMED[node.text]);
    } else if (ts.isPropertyAssignment(node)) option(node);
    else if (ts.isShorthandPropertyAssignment(node) && node.name.text === 'getOptimisticResponse') {
      replace(node.getStart(), node.end, `optimistic: () => ${SHOWN}(getOptimisticResponse())`);
      imports.add(SHOWN);
    }
    ts.forEachChild(node, visit);
  };
  const call = (node, name) => {
    const { arguments: args } = node;
    switch (name.text) {
      case 'state':
      case 'stateWith':
        return rename(name, 'watch');
      case 'watch':
      case 'watchWith':
        rename(name, 'watch');
        replace(node.end, node.end, '.pipe(toValues())');
        return imports.add('toValues');
      case 'selectWith':
        return rename(name, 'select');
      case 'prefetch':
        rename(name, 'ensure');
        return replace(node.end, node.end, '.subscribe({ error: () => undefined })');
      case 'setResponse': {
        rename(name, 'set');
        const value = args[args.length - 1];
        if (args.length === 2) return replace(value.getStart(), value.getStart(), '[], ');
        replace(args[1].getStart(), args[1].getStart(), '[');
        return replace(args[args.length - 2].end, args[args.length - 2].end, ']');
      }
    }
  };
  const pages = ({ expression, arguments: args }, name) => {
    const isPage = name.text === 'page' && args.length > 0 && ts.isStringLiteral(args[0]);
    if (!isPage && name.text !== 'paginated') return;
    const to = isPage ? 'pageOf' : 'paginated';
    const list = expression.expression;
    replace(list.getStart(), list.getStart(), `${to}(`);
    replace(list.end, args[0].getStart(), ', ');
    imports.add(to);
  };
  /** Wraps the results of a function in a call of `optimistic`. */
  const wrapResults = (body) => {
    if (!ts.isBlock(body)) return wrap(body, SHOWN);
    const each = (node) => {
      if (ts.isReturnStatement(node) && node.expression) wrap(node.expression, SHOWN);
      else if (!ts.isFunctionLike(node)) ts.forEachChild(node, each);
    };
    each(body);
  };
  const option = ({ name, initializer }) => {
    const text = name.getText();
    if (text === 'paginationField') {
      rename(name, 'pages');
      wrap(initializer, 'paginated');
    }
    if (text === 'onUploadProgress') {
      rename(name, 'progress');
      replace(initializer.getStart(), initializer.getStart(), '() => reportProgress({ onUpload: ');
      replace(initializer.end, initializer.end, ' })');
      imports.add('reportProgress');
    }
    if (text === 'retry' && ts.isObjectLiteralExpression(initializer)) wrap(initializer, 'retries');
    if (text === 'getOptimisticResponse') {
      rename(name, 'optimistic');
      if (ts.isArrowFunction(initializer)) wrapResults(initializer.body);
    }
    if (text === 'optimistic' && initializer.getText() === 'true') {
      rename(initializer, SHOWN);
      imports.add(SHOWN);
    }
    if (text === 'optimistic' && initializer.getText() === 'false') {
      rename(initializer, 'undefined');
    }
  };
  visit(file);
  // From the end, so that places stay valid. At one place, what closes comes before what opens.
  edits.sort((a, b) => b.from - a.from || b.to - a.to);
  let result = code;
  for (const { from, to, text } of edits) result = result.slice(0, from) + text + result.slice(to);
  if (imports.size > 0) {
    const names = [...imports].map((name) => (name === SHOWN ? `optimistic as ${SHOWN}` : name));
    result = `import { ${names.join(', ')} } from 'ngx-cache-query';\n${result}`;
  }
  for (const [pattern, name] of MODULES) result = result.replace(pattern, name);
  return result;
}
