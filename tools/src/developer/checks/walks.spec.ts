import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as ts from 'typescript';
import { root } from '../../topology/paths';

interface Step {
  file: string;
  functions: string[];
}

const text = readFileSync(join(root, 'docs/walks.md'), 'utf8');

/** The steps between a walk's mark and the next one. */
function stepsOf(walk: string): Step[] {
  const [, rest = ''] = text.split(`<!-- walk: ${walk}.`);
  const lines = rest.split('<!-- walk:')[0]?.match(/^\d+\. .+$/gm) ?? [];
  return lines.map((line, index) => {
    const [, number, place = ''] = /^(\d+)\. ((?:`[^`]+`[ ,]*)+): /.exec(line) ?? [];
    const [file = '', ...functions] = [...place.matchAll(/`([^`]+)`/g)].map(([, name]) => name as string);
    if (Number(number) !== index + 1 || functions.length === 0)
      throw new Error(`not a step with a number, a file and its functions: ${line}`);
    return { file, functions };
  });
}

/** Names of the functions, classes, methods and constants that a file declares. */
function declaredIn(file: string): Set<string> {
  const path = join(root, file);
  if (!existsSync(path)) return new Set();
  const names = new Set<string>();
  const visit = (node: ts.Node) => {
    if (
      ts.isFunctionDeclaration(node) ||
      ts.isClassDeclaration(node) ||
      ts.isMethodDeclaration(node) ||
      ts.isVariableDeclaration(node)
    )
      names.add(node.name?.getText() ?? '');
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true));
  return names;
}

describe.each([
  ['upload', 15],
  ['acceptance', 20],
  ['sealed download', 15],
])('the walk of one %s', (walk, limit) => {
  const steps = stepsOf(walk);

  it(`has at most ${limit} files`, () => {
    expect(steps.length).toBeGreaterThan(0);
    expect(steps.length).toBeLessThanOrEqual(limit);
  });

  it('never returns to a file', () => {
    const files = steps.map(({ file }) => file);
    expect(files.filter((file, index) => files.indexOf(file) !== index)).toEqual([]);
  });

  it('names functions that their files declare', () => {
    const missing = steps.flatMap(({ file, functions }) => {
      const declared = declaredIn(file);
      return functions.filter((name) => !declared.has(name)).map((name) => `${file}: ${name}`);
    });
    expect(missing).toEqual([]);
  });
});
