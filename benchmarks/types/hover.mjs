// The hover texts of an editor, and the errors of small files, from the language service of TypeScript.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

/** Returns the hover text of each name that follows a comment, by the text of the comment. */
export function hoverTexts(folder, file) {
  const { service, text, path } = open(folder, file);
  const errors = service.getSemanticDiagnostics(path);
  if (errors.length > 0) throw new Error(`${path}: ${messageOf(errors[0])}`);
  const marks = [...text.matchAll(/\/\*(\w.*?)\*\/ (?=\w)/g)];
  return Object.fromEntries(
    marks.map(({ 0: mark, 1: label, index }) => {
      const { displayParts } = service.getQuickInfoAtPosition(path, index + mark.length);
      const shown = ts.displayPartsToString(displayParts);
      if (/: any$/.test(shown)) throw new Error(`${label} has the type any.`);
      return [label, shown];
    }),
  );
}

/** Returns the errors of a file, such as `TS7022`. */
export function errorsIn(folder, file) {
  const { service, path } = open(folder, file);
  return service.getSemanticDiagnostics(path).map(({ code }) => `TS${code}`);
}

const services = new Map();

function open(folder, file) {
  if (!services.has(folder)) services.set(folder, serviceOf(folder));
  const path = join(folder, file);
  return { service: services.get(folder), path, text: readFileSync(path, 'utf8') };
}

function serviceOf(folder) {
  const config = ts.getParsedCommandLineOfConfigFile(
    join(folder, 'tsconfig.json'),
    {},
    {
      ...ts.sys,
      onUnRecoverableConfigFileDiagnostic: ({ messageText }) => console.error(messageText),
    },
  );
  return ts.createLanguageService({
    ...ts.sys,
    useCaseSensitiveFileNames: () => ts.sys.useCaseSensitiveFileNames,
    getCompilationSettings: () => config.options,
    getScriptFileNames: () => config.fileNames,
    getScriptVersion: () => '1',
    getScriptSnapshot: (path) =>
      ts.sys.fileExists(path) ? ts.ScriptSnapshot.fromString(ts.sys.readFile(path)) : undefined,
    getCurrentDirectory: () => folder,
    getDefaultLibFileName: (options) => ts.getDefaultLibFilePath(options),
  });
}

function messageOf({ messageText }) {
  return ts.flattenDiagnosticMessageText(messageText, '\n');
}
