import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { parseJsonConfigFileContent, readConfigFile, sys } from 'typescript';
import { root } from '../../topology/paths';
import { checks } from './checks';

const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> };

/** The files of a TypeScript project, given as tsc takes it: a file or a directory. */
function filesOf(project: string): string[] {
  const file = join(root, project.endsWith('.json') ? project : `${project}/tsconfig.json`);
  const { config } = readConfigFile(file, sys.readFile);
  return parseJsonConfigFileContent(config, sys, dirname(file)).fileNames.map((name) => relative(root, name));
}

it('has a script for each check', () => {
  expect(checks.filter((check) => !scripts[check])).toEqual([]);
});

it('checks the types of every TypeScript file', () => {
  const projects = (scripts.typecheck ?? '').split(' ').slice(2);
  expect(projects).toContain('tsconfig.json');
  const checked = new Set(projects.flatMap(filesOf));
  const sources = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.mts'], { cwd: root, encoding: 'utf8' });
  const existing = sources.split('\n').filter((file) => file !== '' && sys.fileExists(join(root, file)));
  expect(existing.filter((file) => !checked.has(file))).toEqual([]);
});
