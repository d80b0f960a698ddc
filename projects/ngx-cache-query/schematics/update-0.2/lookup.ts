import type ts from 'typescript';
import type { Kind } from './kind';
import type { Target } from './targets';

/** Finds the kinds of values. The functions for calls and types receive it, because they need each other. */
export interface Lookup {
  target(node: ts.Node): Target | undefined;
  /** Returns the name of an export of the library that an expression or a type refers to. */
  library(node: ts.Node): string | undefined;
  /** Returns the kind of an expression, or of what a declaration declares. */
  of(node: ts.Node | undefined): Kind | undefined;
  /** Returns the kind of a value with a type. */
  type(type: ts.TypeNode | undefined): Kind | undefined;
  /** Returns the kind of an instance of a class. */
  instance(type: ts.ClassLikeDeclaration | ts.InterfaceDeclaration): Kind;
  /** Returns the kind of an instance of the class that an expression names. */
  instanceOf(expression: ts.Node): Kind | undefined;
}
