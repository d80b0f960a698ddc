import ts from 'typescript';
import { callKind } from './call-kinds';
import { callable, type Kind, OTHER, ours, TYPES } from './kind';
import type { Lookup } from './lookup';
import type { Sources } from './sources';
import { assignmentsTo, isCode, isTransparent, memberOf, methodOf, resultsOf } from './syntax';
import { type Target, targetOf } from './targets';
import { typeKind } from './type-kinds';

/**
 * Finds the kinds of values without a type checker: from annotations, from initializers, and from what is imported. A
 * kind that cannot be found is `undefined`.
 */
export class Kinds implements Lookup {
  readonly #sources: Sources;
  readonly #known = new Map<ts.Node, Kind | undefined>();
  /** What is being found, because code can be circular. */
  readonly #open = new Set<ts.Node>();
  /** How often a search ended because of a circle. Its result then depends on where the search began. */
  #circles = 0;

  constructor(sources: Sources) {
    this.#sources = sources;
  }

  target(node: ts.Node): Target | undefined {
    return targetOf(node, this.#sources);
  }

  library(node: ts.Node): string | undefined {
    const target = this.target(node);
    return target !== undefined && 'library' in target ? target.library : undefined;
  }

  of(node: ts.Node | undefined): Kind | undefined {
    if (node === undefined || this.#known.has(node)) return node && this.#known.get(node);
    if (this.#open.has(node)) return void ++this.#circles;
    this.#open.add(node);
    const before = this.#circles;
    const kind = this.#ofExpression(node) ?? this.#ofDeclaration(node);
    this.#open.delete(node);
    if (before === this.#circles) this.#known.set(node, kind);
    return kind;
  }

  type(type: ts.TypeNode | undefined): Kind | undefined {
    return type && typeKind(type, this);
  }

  instance(type: ts.ClassLikeDeclaration | ts.InterfaceDeclaration): Kind {
    const inherited = (type.heritageClauses ?? []).flatMap(({ types }) => types);
    const above = inherited.map(({ expression }) => this.instanceOf(expression));
    const base = ours(above);
    if (base && base.is !== 'other') return base;
    const member = (name: string): Kind | undefined => {
      const own = memberOf(type, name);
      if (own) return this.of(own) ?? this.#assigned(type, `this.${name}`);
      return above.map((kind) => kind?.member?.(name)).find(Boolean);
    };
    return { is: 'other', member };
  }

  instanceOf(expression: ts.Node): Kind | undefined {
    const target = this.target(expression);
    if (target === undefined) return undefined;
    if (!('node' in target)) return ('library' in target && TYPES.get(target.library)) || OTHER;
    const { node } = target;
    return ts.isClassLike(node) || ts.isInterfaceDeclaration(node) ? this.of(node) : undefined;
  }

  /** Returns the object that an expression names; `undefined` if it cannot be found. */
  object(node: ts.Node | undefined): ts.ObjectLiteralExpression | undefined {
    if (node === undefined || ts.isObjectLiteralExpression(node)) return node;
    if (isTransparent(node)) return this.object(node.expression);
    const target = ts.isIdentifier(node) ? this.target(node) : undefined;
    if (!target || !('node' in target) || !ts.isVariableDeclaration(target.node)) return undefined;
    return this.object(target.node.initializer);
  }

  #ofExpression(node: ts.Node): Kind | undefined {
    if (isTransparent(node)) {
      const type = ts.isAsExpression(node) ? this.type(node.type) : undefined;
      return type ?? this.of(node.expression);
    }
    if (ts.isIdentifier(node)) return this.#ofTarget(this.target(node));
    if (ts.isPropertyAccessExpression(node)) {
      const target = this.target(node);
      return target ? this.#ofTarget(target) : this.of(node.expression)?.member?.(node.name.text);
    }
    if (ts.isElementAccessExpression(node)) {
      const { argumentExpression: name } = node;
      return this.of(node.expression)?.member?.(ts.isStringLiteral(name) ? name.text : '');
    }
    if (node.kind === ts.SyntaxKind.ThisKeyword) {
      const type = ts.findAncestor(node, ts.isClassLike);
      return type && this.instance(type);
    }
    if (ts.isCallExpression(node)) return callKind(node, this);
    if (ts.isNewExpression(node)) return this.instanceOf(node.expression) ?? OTHER;
    if (ts.isObjectLiteralExpression(node)) return this.#object(node);
    if (ts.isConditionalExpression(node)) {
      return ours([this.of(node.whenTrue), this.of(node.whenFalse)]);
    }
    if (ts.isBinaryExpression(node)) return ours([this.of(node.left), this.of(node.right)]);
    return ts.isLiteralExpression(node) ? OTHER : undefined;
  }

  #ofDeclaration(node: ts.Node): Kind | undefined {
    if (ts.isBindingElement(node)) return this.#bound(node);
    if (ts.isVariableDeclaration(node) || ts.isPropertyDeclaration(node) || ts.isParameter(node)) {
      return this.type(node.type) ?? this.of(node.initializer) ?? this.#context(node);
    }
    if (ts.isPropertySignature(node) || ts.isTypeAliasDeclaration(node)) {
      return this.type(node.type);
    }
    if (ts.isMethodSignature(node)) return callable(() => this.type(node.type));
    if (ts.isTypeParameterDeclaration(node)) return this.type(node.constraint);
    if (ts.isGetAccessor(node)) return this.#results(node);
    if (ts.isPropertyAssignment(node)) return this.of(node.initializer);
    if (ts.isShorthandPropertyAssignment(node)) return this.of(node.name);
    if (ts.isClassLike(node) || ts.isInterfaceDeclaration(node)) return this.instance(node);
    if (ts.isEnumDeclaration(node)) return OTHER;
    return isCode(node) ? callable(() => this.#results(node), node) : undefined;
  }

  #object({ properties }: ts.ObjectLiteralExpression): Kind {
    const spreads = properties
      .filter(ts.isSpreadAssignment)
      .map((each) => this.of(each.expression));
    const spread = ours(spreads);
    if (spread && spread.is !== 'other') return spread;
    const member = (name: string): Kind | undefined => {
      const own = properties.find((each) => each.name?.getText() === name);
      return own ? this.of(own) : spreads.map((kind) => kind?.member?.(name)).find(Boolean);
    };
    return { is: 'other', member };
  }

  /** Returns the kind of the result of a function. */
  #results(node: ts.FunctionLikeDeclaration): Kind | undefined {
    return this.type(node.type) ?? ours(resultsOf(node).map((each) => this.of(each)));
  }

  /** Returns the kind of a variable that is declared by destructuring. */
  #bound(element: ts.BindingElement): Kind | undefined {
    const pattern = element.parent;
    const { parent } = pattern;
    const name = (element.propertyName ?? element.name).getText();
    const own = ts.isObjectBindingPattern(pattern) ? this.of(parent)?.member?.(name) : undefined;
    const list = ts.isVariableDeclaration(parent) ? parent.initializer : undefined;
    if (list && ts.isArrayLiteralExpression(list)) {
      return this.of(list.elements[(pattern.elements as readonly ts.Node[]).indexOf(element)]);
    }
    return own;
  }

  /** Returns the kind of a variable without a type and an initializer. */
  #context(node: ts.Node & { readonly name: ts.Node }): Kind | undefined {
    if (ts.isVariableDeclaration(node)) {
      return this.#assigned(node.getSourceFile(), node.name.getText());
    }
    const code = node.parent;
    if (!ts.isParameter(node) || !isCode(code) || !ts.isCallExpression(code.parent))
      return undefined;
    const call = code.parent;
    const method = methodOf(call);
    const owner = method?.name.text === 'extend' ? this.of(method.owner) : undefined;
    if (owner?.is === 'endpoints') return owner; // restEndpoints(…).extend((endpoints) => …)
    const at = (call.arguments as readonly ts.Node[]).indexOf(code);
    const type = this.of(call.expression)?.code?.parameters[at]?.type;
    if (type === undefined || !ts.isFunctionTypeNode(type)) return undefined;
    return this.type(type.parameters[code.parameters.indexOf(node)]?.type);
  }

  /** Returns the kind of the value that is assigned to a variable or a field. */
  #assigned(scope: ts.Node, name: string): Kind | undefined {
    return ours(assignmentsTo(name, scope).map((each) => this.of(each)));
  }

  #ofTarget(target: Target | undefined): Kind | undefined {
    return target && 'node' in target ? this.of(target.node) : target && OTHER;
  }
}
