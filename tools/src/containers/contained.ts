import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { root } from '../topology/paths';
import type { ComposeInstallation } from './installation';

interface Service {
  build?: { target: string };
  secrets?: { target: string }[];
  deploy: { resources: { limits: { memory: string; pids: number } } };
}

const { services } = parse(readFileSync(join(root, 'docker-compose.yml'), 'utf8'), { merge: true }) as {
  services: Record<string, Service>;
};

/** Prints the limits that apply to a process in the container; Node and shell print the same lines. */
const paths = {
  // cgroup 2, then 1
  memory: ['/sys/fs/cgroup/memory.max', '/sys/fs/cgroup/memory/memory.limit_in_bytes'],
  pids: ['/sys/fs/cgroup/pids.max', '/sys/fs/cgroup/pids/pids.max'],
};
const marks = ['/tradepost-mark', '/etc/tradepost-mark', '/usr/tradepost-mark'];

const inNode = `
const fs = require('fs');
const first = (paths) => fs.readFileSync(paths.find((path) => fs.existsSync(path)), 'utf8').trim();
for (const path of ${JSON.stringify(marks)}) try { fs.writeFileSync(path, ''); console.log('written=' + path); } catch {}
console.log(fs.readFileSync('/proc/self/status', 'utf8'));
console.log('memory=' + first(${JSON.stringify(paths.memory)}));
console.log('pids=' + first(${JSON.stringify(paths.pids)}));
if (fs.existsSync('/run/secrets')) for (const name of fs.readdirSync('/run/secrets')) console.log('secret=' + name);
`;
const inShell = `
for path in ${marks.join(' ')}; do (: > $path) 2> /dev/null && echo written=$path; done
cat /proc/self/status
for path in ${paths.memory.join(' ')}; do test -e $path && echo memory=$(cat $path) && break; done
for path in ${paths.pids.join(' ')}; do test -e $path && echo pids=$(cat $path) && break; done
test ! -d /run/secrets || for path in /run/secrets/*; do echo secret=$(basename $path); done
`;

/**
 * Isolation problems of a service's container, checked from inside: root user, writable file system, capabilities, new privileges,
 * missing limits, or secrets of other apps.
 */
export async function faultsInside(installation: ComposeInstallation, service: string): Promise<string[]> {
  const { build, secrets = [], deploy } = services[service]!;
  const command = build && build.target !== 'web' ? ['/nodejs/bin/node', '-e', inNode] : ['sh', '-c', inShell];
  const lines = (await installation.within(service, ...command)).split('\n');
  const status = (name: string) => lines.find((line) => line.startsWith(`${name}:`))?.split(/\s+/)[1] ?? '';
  const said = (name: string) => lines.filter((line) => line.startsWith(`${name}=`)).map((line) => line.split('=')[1]);
  const { memory, pids } = deploy.resources.limits;
  const found: Record<string, [found: unknown, wanted: unknown]> = {
    'files written outside its volumes': [said('written'), []],
    'effective capabilities': [status('CapEff'), '0'.repeat(16)],
    'permitted capabilities': [status('CapPrm'), '0'.repeat(16)],
    'no new privileges': [status('NoNewPrivs'), '1'],
    'memory limit': [said('memory'), [String(bytes(memory))]],
    'process limit': [said('pids'), [String(pids)]],
    secrets: [said('secret').sort(), secrets.map(({ target }) => target).sort()],
  };
  const faults = Object.entries(found)
    .filter(([, [is, wanted]]) => JSON.stringify(is) !== JSON.stringify(wanted))
    .map(([what, [is, wanted]]) => `${what}: ${JSON.stringify(is)} instead of ${JSON.stringify(wanted)}`);
  if (status('Uid') === '0') faults.push('it runs as root');
  return faults;
}

const bytes = (text: string) => Number.parseInt(text, 10) * 1024 ** (text.endsWith('G') ? 3 : 2);
