import ts from 'typescript';
import type { Edits } from './edits';
import type { Kinds } from './kinds';
import { type Properties, remove, rename, valueOf } from './properties';
import { type Code, isCode, parametersOf, resultsOf } from './syntax';

/** `optimistic: true` becomes `optimistic`, which is imported. */
export function optimisticOption(
  property: ts.ObjectLiteralElementLike,
  all: Properties,
  kinds: Kinds,
  edits: Edits,
): void {
  if (!ts.isPropertyAssignment(property)) return;
  const { initializer } = property;
  const value = initializer.getText();
  if (value === 'true' || value === 'false') {
    // The function for the response becomes the value of this option.
    if (all.has('getOptimisticResponse')) return remove(property, edits);
    if (value === 'false') return edits.replace(initializer, 'undefined');
    const name = edits.use('optimistic');
    edits.replace(name === 'optimistic' ? property : initializer, name);
  } else if (value !== 'undefined' && kinds.of(initializer)?.is !== 'other') {
    edits.leave(property, 'optimistic: write optimistic, which is imported, or undefined');
  }
}

/** `getOptimisticResponse: f` becomes `optimistic`, with a function that passes the results of `f` to `optimistic`. */
export function optimisticResponse(
  property: ts.ObjectLiteralElementLike,
  kinds: Kinds,
  edits: Edits,
): void {
  const code = ts.isPropertyAssignment(property) ? property.initializer : property;
  rename(property, 'optimistic', edits);
  if (isCode(code)) {
    removeType(code, edits);
    for (const result of resultsOf(code)) wrapResult(result, edits);
    return;
  }
  const value = valueOf(property);
  const args = parametersOf(kinds.of(value)?.code);
  edits.before(value, `(${args}) => ${edits.use('optimistic')}(`);
  edits.after(value, `(${args}))`);
}

/** A result that is `undefined` shows nothing. */
function wrapResult(result: ts.Expression, edits: Edits): void {
  if (ts.isConditionalExpression(result)) {
    wrapResult(result.whenTrue, edits);
    wrapResult(result.whenFalse, edits);
  } else if (ts.isParenthesizedExpression(result)) {
    if (ts.isConditionalExpression(result.expression)) wrapResult(result.expression, edits);
    else edits.before(result, edits.use('optimistic'));
  } else if (result.getText() !== 'undefined') edits.wrap(result, 'optimistic');
}

/** Removes the type of the results, which is not the type of the new results. */
function removeType(code: Code, edits: Edits): void {
  if (code.type === undefined) return;
  const colon = code.getChildren().find(({ kind }) => kind === ts.SyntaxKind.ColonToken)!;
  edits.replaceRange(colon.getStart(), code.type.end, '');
}
