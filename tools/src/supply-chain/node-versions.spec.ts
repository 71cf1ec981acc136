import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../topology/paths';
import { shippedNode } from './node-programs';

const textOf = (file: string) => readFileSync(join(root, file), 'utf8');

test('images, the Debian package, development and documents name one release line of Node', () => {
  const images = [...textOf('deploy/Dockerfile').matchAll(/^FROM (?:node:|\S+\/nodejs)(\d+)/gm)];
  expect(images.map(([, line]) => Number(line))).toEqual([shippedNode, shippedNode, shippedNode]);
  expect(textOf('.nvmrc').trim()).toBe(String(shippedNode));
  expect(textOf('docs/operations.md')).toContain(`It contains Node ${shippedNode},`);
  expect(textOf('CONTRIBUTING.md')).toContain(`| ${shippedNode} | images, Debian package, development`);
});

test('the lowest version is the same wherever it is named', () => {
  const { engines } = JSON.parse(textOf('package.json')) as { engines: { node: string } };
  const lowest = engines.node.replace('>=', '');
  const [line] = lowest.split('.');
  expect(textOf('README.md')).toContain(`You need Node ${lowest} or newer`);
  expect(textOf('CONTRIBUTING.md')).toContain(`| ${lowest} | the lowest that \`engines\` allow`);
  expect(textOf('tools/src/doctor/examine.ts')).toContain(`install Node ${lowest} or newer`);
  const { devDependencies } = JSON.parse(textOf('package.json')) as { devDependencies: Record<string, string> };
  expect(devDependencies['@types/node']).toMatch(new RegExp(`^${line}\\.`));
});

test('updates of base images are proposed with their digests', () => {
  const { extends: presets } = JSON.parse(textOf('renovate.json')) as { extends: string[] };
  expect(presets).toContain('docker:pinDigests');
});
