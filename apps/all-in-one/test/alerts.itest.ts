import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { DEBIAN_PACKAGES, ensureDebianPackages } from '@tradepost/testing/servers/debian';

const root = join(__dirname, '..', '..', '..');
const prometheus = join(root, 'deploy', 'prometheus');

// npm test says what it leaves out, and fails for it in CI
const tested = ensureDebianPackages(DEBIAN_PACKAGES.prometheus).length === 0 ? it : it.skip;

describe('alerts', () => {
  tested.each([
    ['check', 'config', 'prometheus.yml'],
    ['test', 'rules', 'alerts.test.yml'],
  ])('promtool %s %s %s', (...args) => {
    const { status, stdout, stderr } = spawnSync('promtool', args, { cwd: prometheus, encoding: 'utf8' });
    expect({ status, output: stdout + stderr }).toEqual({ status: 0, output: expect.stringContaining('SUCCESS') });
  });
});
