import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from '../../topology/paths';

const app = 'apps/gateway/src/main.ts';
const screen = 'apps/web/src/session/token.ts';
const cases = [
  ['starts a process', app, "import { exec } from 'node:child_process';\nexec('ls');\n", 'no-restricted-imports'],
  ['runs text as code', app, "eval('1');\n", 'no-eval'],
  ['makes a function of text', app, "export const made = new Function('return 1');\n", 'no-new-func'],
  ['writes text as HTML', screen, "document.body.innerHTML = 'x';\n", 'no-restricted-syntax'],
] as const;

/** Rules that ESLint reports for texts in the place of files. It runs as a program of its own: Jest cannot load its modules. */
function rulesAgainst(texts: { file: string; text: string }[]): string[][] {
  const script = `import { ESLint } from 'eslint';
    const eslint = new ESLint();
    const found = [];
    for (const { file, text } of ${JSON.stringify(texts)}) {
      const [{ messages }] = await eslint.lintText(text, { filePath: file });
      found.push(messages.filter(({ severity }) => severity === 2).map(({ ruleId }) => ruleId));
    }
    console.log(JSON.stringify(found));`;
  const options = { cwd: root, encoding: 'utf8' } as const;
  const said = execFileSync(process.execPath, ['--input-type=module', '-e', script], options).trim();
  // in a clone that was not built yet, a plugin says before that it has no project graph
  return JSON.parse(said.slice(said.lastIndexOf('\n') + 1)) as string[][];
}

describe('ESLint', () => {
  let found: string[][];
  beforeAll(() => {
    found = rulesAgainst(cases.map(([, file, text]) => ({ file: join(root, file), text })));
  });

  it.each(cases.map(([what, , , rule], at) => ({ what, rule, at })))('refuses code that $what', ({ rule, at }) => {
    expect(found[at]).toContain(rule);
  });
});
