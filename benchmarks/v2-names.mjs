// The code of the benchmarks for version 2: that for this library, with the names of version 2. So both run the same code.
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');

/** The names that version 2 exports from other entry points. */
const ENTRY_POINTS = {
  rest: ['RestEndpoint', 'restEndpoints', 'typed', 'withRest'],
  streams: ['fromEventSource'],
  views: ['countRows', 'limit', 'orderBy', 'view', 'where', 'whereEquals'],
};
/** The names that version 2 does not need. */
const NEW = ['optimistic', 'toValues'];

/** Returns code with the names of version 2. */
export function asV2(code) {
  return code
    .replace(/import \{([^}]*)\} from 'ngx-cache-query';/g, (_, names) => importsOf(names))
    .replace(
      /optimistic: (\([^)]*\)) => optimistic\(([^()]*)\)/g,
      'getOptimisticResponse: $1 => $2',
    )
    .replace(/\boptimistic(?=,| \})/g, 'optimistic: true')
    .replaceAll('.pipe(toValues())', '')
    .replace(/\.select\((?=\w+, this\.#\w+\.pipe\()/g, '.selectWith(')
    .replaceAll('.mutate(', '.run(')
    .replaceAll('staleTime', 'dataExpiryLength');
}

/** Writes the variants of an application for version 2 to temp/v2-variants. */
export function writeV2Variants(application) {
  const folder = join(root, 'temp', 'v2-variants', application);
  mkdirSync(folder, { recursive: true });
  for (const file of globSync(`benchmarks/${application}/variants/ours*.ts`, { cwd: root })) {
    const code = readFileSync(join(root, file), 'utf8');
    const moved = code.replaceAll(" from '../", ` from '../../../benchmarks/${application}/`);
    writeFileSync(join(folder, basename(file)), asV2(moved));
  }
}

function importsOf(names) {
  const left = new Set(
    names
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== '' && !NEW.includes(name)),
  );
  const lines = Object.entries(ENTRY_POINTS).flatMap(([entry, own]) => {
    const found = own.filter((name) => left.delete(name));
    return found.length > 0 ? importOf(found, `/${entry}`) : [];
  });
  return [...(left.size > 0 ? [importOf([...left], '')] : []), ...lines].join('\n');
}

function importOf(names, entry) {
  return `import { ${names.join(', ')} } from 'ngx-cache-query${entry}';`;
}
