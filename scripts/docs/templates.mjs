// The templates of the examples. A browser that reads the HTML of a template may make other elements than Angular has
// rendered on the server: it adds a `tbody` to a table, and ends a `p` before a `div`. Angular then cannot hydrate the
// page (NG0501). This check writes the HTML of each template, parses it as a browser does, and compares the elements.
//
// The HTML contains all branches of all blocks, and one item of each `@for`. A component that is declared in the same
// file is part of the HTML of its parent. The check does not run Angular. It therefore does not see `ng-content`,
// `[innerHTML]`, what directives add, and data that differs between the server and the browser. For this, the specs of
// the examples hydrate the components, in the states in which they leave them.
import '@angular/compiler'; // must be loaded before the packages of Angular, which are not compiled completely
import * as ng from '@angular/compiler';
import { DOCUMENT } from '@angular/common';
import { INITIAL_CONFIG, platformServer } from '@angular/platform-server';
import ts from 'typescript';
import { exampleFiles } from './examples.mjs';
import { documents, problems, read } from './files.mjs';

/** The parts of a node of a template that contain other nodes. */
const PARTS = ['children', 'branches', 'groups', 'empty', 'placeholder', 'loading', 'error'];

/** Has the parser of HTML that Angular uses on a server. It follows the standard, as browsers do. */
const page = platformServer([
  { provide: INITIAL_CONFIG, useValue: { document: '<body></body>' } },
]).injector.get(DOCUMENT);

/** Mistakes that the check must find, so that it cannot pass because it compares nothing. */
const MISTAKES = [
  '<table>@for (row of rows; track row) {<tr><td>{{ row }}</td></tr>}</table>',
  '<table><tbody>{{ text }}</tbody></table>',
  '<p>@if (isShown) {<div></div>}</p>',
  '<p><app-child /></p>',
  '<a href="/"><a href="/"></a></a>',
  '<button><button></button></button>',
];

/**
 * Checks the templates of all components in the documents, and in the files whose regions the documents show.
 *
 * @returns {number} the number of templates in these files
 */
export function checkTemplates() {
  checkMistakes();
  for (const file of documents) {
    for (const [block, code] of read(file).matchAll(/^```(?:ts|typescript)\n([\s\S]*?)^```$/gm)) {
      if (block.includes('@Component')) checkComponents(file, code);
    }
  }
  const texts = new Map(exampleFiles().map((file) => [file, read(file)]));
  const all = [...texts.values()].join('');
  let count = 0;
  for (const [file, text] of texts) {
    count += checkComponents(file, text);
    checkSpecs(file, text, file.endsWith('.spec.ts') ? text : all);
  }
  return count;
}

/** Checks that the specs also hydrate each component (`spec/support/hydrated.ts`), with data. */
function checkSpecs(file, text, specs) {
  const calls = [...specs.matchAll(/hydrateComponents\(\[([^\]]*)\]/g)];
  const hydrated = calls.flatMap(([, names]) => names.split(/[\s,]+/));
  for (const { title, template } of componentsOf(text)) {
    if (template === '' || hydrated.includes(title)) continue;
    problems.push(`${file}: no spec hydrates ${title}: hydrateComponents([${title}]).`);
  }
}

/** Checks the components in some code. Returns their number. */
function checkComponents(file, code) {
  const components = componentsOf(code);
  const children = new Map(components.map(({ selector, template }) => [selector, template]));
  for (const { title, selector, template } of components) {
    const place = `${file}: the template of ${title}`;
    if (template === undefined) problems.push(`${place} is not a string in the decorator.`);
    const difference = template && differenceOf(template, children, selector);
    if (difference) problems.push(`${place} cannot be hydrated: ${difference}.`);
  }
  return components.length;
}

/** Throws an error unless the check finds all {@link MISTAKES}. */
function checkMistakes() {
  const children = new Map([['app-child', '<p></p>']]);
  for (const template of MISTAKES) {
    if (!differenceOf(template, children)) throw new Error(`No problem was found in ${template}`);
  }
}

/** Returns the components in some code. */
function componentsOf(code) {
  const source = ts.createSourceFile('example.ts', code, ts.ScriptTarget.Latest, true);
  const components = [];
  const visit = (node) => {
    if (ts.isDecorator(node) && /^@Component\b/.test(node.getText(source))) {
      const title = node.parent.name?.text ?? 'a class';
      const { properties = [] } = node.expression.arguments?.[0] ?? {};
      const textOf = (key) => {
        const value = properties.find((each) => each.name?.getText(source) === key)?.initializer;
        return value && ts.isStringLiteralLike(value) ? value.text : undefined;
      };
      components.push({ title, selector: textOf('selector'), template: textOf('template') });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return components;
}

/** Returns what the browser changes in a template; `undefined` if nothing. */
function differenceOf(template, children, selector) {
  const rendered = treeOf(template, children);
  // Cells are only read in the host element `tr[app-row]`.
  const host = page.createElement(/^[\w-]+/.exec(selector)?.[0] ?? 'div');
  host.innerHTML = rendered.map(htmlOf).join('');
  const [expected, read] = [rendered, [...host.childNodes].map(nodeOf)].map(outline);
  return expected === read ? undefined : `Angular renders ${expected}, the browser reads ${read}`;
}

/** Returns the elements of a template. Text is `'text'`. */
function treeOf(template, children) {
  const { nodes, errors } = ng.parseTemplate(template, 'template.html');
  if (errors?.length) throw new Error(`${errors.join('\n')}\n${template}`);
  const visit = (node) => {
    if (node instanceof ng.TmplAstText || node instanceof ng.TmplAstBoundText) return ['text'];
    if (node instanceof ng.TmplAstIcu) return ['text'];
    const inside = PARTS.flatMap((part) => node[part] ?? []).flatMap(visit);
    if (!(node instanceof ng.TmplAstElement) || node.name === 'ng-container') return inside;
    const own = children.get(node.name);
    // A component may contain itself.
    const others = new Map([...children].filter(([selector]) => selector !== node.name));
    const name = node.name.replace(/^:\w+:/, ''); // `:svg:path`
    return [{ name, isVoid: node.isVoid, inside: own ? treeOf(own, others) : inside }];
  };
  return nodes.flatMap(visit);
}

function htmlOf(node) {
  if (node === 'text') return 'text';
  const { name, isVoid, inside } = node;
  return isVoid ? `<${name}>` : `<${name}>${inside.map(htmlOf).join('')}</${name}>`;
}

/** Returns a node of the page in the form of {@link treeOf}. */
function nodeOf(node) {
  if (node.nodeType !== node.ELEMENT_NODE) return 'text';
  return { name: node.localName, inside: [...node.childNodes].map(nodeOf) };
}

/** Returns nodes as text, such as `p(text, button(text))`. The branches of a block may be text next to text. */
function outline(nodes) {
  const parts = nodes.map((node) =>
    node === 'text' ? node : `${node.name}(${outline(node.inside)})`,
  );
  return parts.filter((part, index) => part !== 'text' || parts[index - 1] !== 'text').join(', ');
}
