import { execFileSync, spawnSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checksumsName } from '@tradepost/proofs/release';
import { root } from '../topology/paths';

const directory = mkdtempSync(join(tmpdir(), 'tradepost-release-'));
const folder = join(directory, 'release');
const publicKey = join(directory, 'release.pub.pem');
const privateKey = join(directory, 'release.pem');
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const run = (script: string, ...args: string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, script), ...args], { encoding: 'utf8' });
  return { status, stdout, stderr };
};
/** In a process of its own: jest cannot load what packs the command line. */
const write = (into: string) => {
  mkdirSync(into);
  const script = `require('./tools/dist/release/artefacts').writeRelease(${JSON.stringify(into)}, '1.2.3', ['bill', 'site', 'chart', 'deployment'])`;
  execFileSync(process.execPath, ['-e', script], { cwd: root });
};
const sign = () => run('tools/dist/developer/release/release.js', 'sign', folder, privateKey);
const verify = (key = publicKey) =>
  run('apps/cli/dist/main.js', 'verify-release', join(folder, checksumsName), '--key', key);

beforeAll(() => {
  const keys = generateKeyPairSync('ed25519');
  writeFileSync(privateKey, keys.privateKey.export({ type: 'pkcs8', format: 'pem' }));
  writeFileSync(publicKey, keys.publicKey.export({ type: 'spki', format: 'pem' }));
  write(folder);
});

test('the list of packages, of the files of the web app, the chart, and what containers need are the same when they are built again', () => {
  const again = join(directory, 'again');
  write(again);
  const list = readFileSync(join(again, checksumsName), 'utf8');
  expect(list).toBe(readFileSync(join(folder, checksumsName), 'utf8'));
  expect(list.split('\n').map((line) => line.slice(66))).toEqual([
    'site-manifest.json',
    'tradepost-1.2.3.cdx.json',
    'tradepost-chart-1.2.3.tgz',
    'tradepost-deployment-1.2.3.tar.gz',
    '',
  ]);
  const chart = execFileSync('tar', ['--list', '--file', join(again, 'tradepost-chart-1.2.3.tgz')], {
    encoding: 'utf8',
  });
  for (const name of ['Chart.yaml', 'values.schema.json', 'templates/deployment-gateway.yaml'])
    expect(chart.split('\n')).toContain(`tradepost/${name}`);
});

test('compose, manifests and documents are unpacked into one folder, without sources', () => {
  const names = execFileSync('tar', ['--list', '--file', join(folder, 'tradepost-deployment-1.2.3.tar.gz')], {
    encoding: 'utf8',
  }).split('\n');
  for (const name of ['docker-compose.yml', 'k8s/overlays/production/kustomization.yaml', 'docs/operations.md'])
    expect(names).toContain(`tradepost-deployment-1.2.3/${name}`);
  expect(names.filter((name) => /\/(apps|libs|tools|node_modules)\//.test(name))).toEqual([]);
});

test('who downloads some of the files verifies them with the signed list', () => {
  expect(verify().stderr).toContain('SHA256SUMS.sig');
  expect(sign()).toMatchObject({ status: 0, stderr: '' });
  rmSync(join(folder, 'site-manifest.json'));
  expect(verify()).toMatchObject({
    status: 0,
    stdout:
      'As released: tradepost-1.2.3.cdx.json, tradepost-chart-1.2.3.tgz, tradepost-deployment-1.2.3.tar.gz (3 of 4 files of the release).\n',
  });
});

test('a changed file, a changed list and another key are refused', () => {
  const other = join(directory, 'other.pub.pem');
  writeFileSync(other, generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'pem' }));
  expect(verify(other)).toMatchObject({ status: 5, stderr: expect.stringContaining('not signed with this key') });
  appendFileSync(join(folder, 'tradepost-1.2.3.cdx.json'), ' ');
  expect(verify()).toMatchObject({ status: 5, stderr: expect.stringContaining('tradepost-1.2.3.cdx.json: not the') });
  // nothing is signed that is not what was built
  expect(sign()).toMatchObject({ status: 1, stderr: expect.stringContaining('tradepost-1.2.3.cdx.json') });
  appendFileSync(join(folder, checksumsName), `${'0'.repeat(64)}  more\n`);
  expect(verify()).toMatchObject({ status: 5, stderr: expect.stringContaining('was changed') });
});
