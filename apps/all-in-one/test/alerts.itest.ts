import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEBIAN_PACKAGES, ensureDebianPackages } from '@tradepost/testing/servers/debian';

const root = join(__dirname, '..', '..', '..');
const prometheus = join(root, 'deploy', 'prometheus');
const read = (...path: string[]) => readFileSync(join(root, ...path), 'utf8');
const alerts = [...read('deploy', 'prometheus', 'alerts.yml').matchAll(/- alert: (\w+)/g)].map(
  ([, name]) => name as string,
);

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

  it('each have a test in which they do not fire and one in which they fire, and a row in the docs', () => {
    const tests = read('deploy', 'prometheus', 'alerts.test.yml');
    const docs = read('docs', 'monitoring.md');
    const complaints = alerts.flatMap((name) => [
      ...(tests.includes(`alertname: ${name}, exp_alerts: [] }`) ? [] : [`${name} is never quiet`]),
      ...(new RegExp(`alertname: ${name}\\n\\s+exp_alerts: \\[\\{`).test(tests) ? [] : [`${name} never fires`]),
      ...(docs.includes(`\`${name}\``) ? [] : [`${name} is not in docs/monitoring.md`]),
    ]);
    expect(alerts.length).toBeGreaterThan(10);
    expect(complaints).toEqual([]);
  });
});
