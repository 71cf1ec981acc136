import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../topology/paths';

const folder = join(root, 'deploy/systemd');
const units = readdirSync(folder).map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }));
const canAnalyse = spawnSync('systemd-analyze', ['--version']).status === 0;

test.each(units)('$name starts tools that exist', ({ text }) => {
  const tools = [...text.matchAll(/tools\/dist\/(\S+)\.js/g)].map(([, path]) => path as string);
  expect(tools.filter((path) => !existsSync(join(root, 'tools/src', `${path}.ts`)))).toEqual([]);
});

test.each(units)(
  '$name starts only programs that a minimal Debian, Docker or the package for Debian has',
  ({ text }) => {
    const programs = [...text.matchAll(/^Exec\w+=(\S+)/gm)].map(([, program]) => program);
    expect(programs.filter((program) => !['/bin/sh', '/usr/bin/docker', '/usr/bin/node'].includes(program!))).toEqual(
      [],
    );
  },
);

test('every timer has its service', () => {
  const timers = units.filter(({ name }) => name.endsWith('.timer'));
  expect(timers.map(({ name }) => existsSync(join(folder, name.replace('.timer', '.service'))))).toEqual([true, true]);
});

(canAnalyse ? test : test.skip)('the service of one server is hardened', () => {
  const { stdout } = spawnSync(
    'systemd-analyze',
    ['security', '--offline=yes', '--threshold=20', join(folder, 'tradepost.service')],
    { encoding: 'utf8' },
  );
  expect(Number(/exposure level for tradepost.service: ([\d.]+)/.exec(stdout)?.[1])).toBeLessThanOrEqual(2);
});
