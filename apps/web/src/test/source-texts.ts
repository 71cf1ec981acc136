import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

const sourcesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((path) => join(folder, path))
    .filter((path) => /\.tsx?$/.test(path) && !/\.(spec|d)\.|[/\\]test[/\\]/.test(path));

const isText = (node: ts.Node): node is ts.StringLiteralLike =>
  ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node);

/** The strings that an expression may be: those of `condition ? 'one' : 'other'` too. */
function stringsOf(node: ts.Node | undefined): string[] {
  if (!node) return [];
  if (isText(node)) return [node.text];
  if (ts.isConditionalExpression(node)) return [...stringsOf(node.whenTrue), ...stringsOf(node.whenFalse)];
  if (ts.isParenthesizedExpression(node) || ts.isJsxExpression(node)) return stringsOf(node.expression);
  return [];
}

function each(folder: string, find: (node: ts.Node) => string[]): Set<string> {
  const found = new Set<string>();
  for (const path of sourcesIn(folder)) {
    const visit = (node: ts.Node): void => {
      for (const text of find(node)) found.add(text);
      ts.forEachChild(node, visit);
    };
    visit(ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true));
  }
  return found;
}

/** The English texts of the screens: what `t` and `Rich` are called with. */
export const screenTexts = (folder: string): Set<string> =>
  each(folder, (node) => {
    if (ts.isCallExpression(node) && node.expression.getText() === 't') return stringsOf(node.arguments[0]);
    if (ts.isJsxAttribute(node) && node.name.getText() === 'text' && node.parent.parent.getText().startsWith('<Rich'))
      return stringsOf(node.initializer);
    return [];
  });

/** The methods of schemas that take a message, and at which place. */
const messagePlace: Record<string, number> = {
  email: 0,
  required: 0,
  matches: 1,
  min: 1,
  max: 1,
  oneOf: 1,
  test: 1,
};

/** The English texts that the API answers with: messages of schemas, each `message: '…'`, and defaults of parameters `message`. */
export const answerTexts = (folder: string): Set<string> =>
  each(folder, (node) => {
    if (ts.isPropertyAssignment(node) && node.name.getText() === 'message') return stringsOf(node.initializer);
    if (ts.isParameter(node) && node.name.getText() === 'message') return stringsOf(node.initializer);
    if (!ts.isCallExpression(node)) return [];
    const callee = node.expression.getText().split('.').at(-1) ?? '';
    const place = messagePlace[callee];
    return place === undefined ? [] : stringsOf(node.arguments[place]).filter((text) => text.includes(' '));
  });
