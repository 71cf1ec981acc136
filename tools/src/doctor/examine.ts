import { connect } from 'node:net';
import { statfs } from 'node:fs/promises';
import { wrappedKeyIn } from '@tradepost/service-kit/security/at-rest/envelope';
import { openKeys, type AtRestConfig } from '@tradepost/service-kit/security/at-rest/open-keys';
import { openObjectStore } from '@tradepost/service-kit/objects/open';
import { claimPort } from '@tradepost/testing/servers/ports';
import { automaticCertificate, certificate } from './certificate';
import { examineDatabase } from './database';
import { directStore } from './direct-store';
import { fail, ok, warn, type Finding } from './finding';
import type { Installation } from './installation';

const reachWithinMs = 3_000;
/** Objects searched for an encrypted one. */
const sampled = 200;
const gigabyte = 1024 ** 3;
const defaultPorts: Record<string, number> = {
  'nats:': 4222,
  'tls:': 4222,
  'redis:': 6379,
  'rediss:': 6379,
  'smtp:': 25,
  'smtps:': 465,
};

/** @param disk a directory on the disk that holds the data */
export async function examine(installation: Installation, disk: string): Promise<Finding[]> {
  const { kind, servers, ports, faults } = installation;
  const stopped = kind === 'stopped';
  const away = (what: string) =>
    warn(
      what,
      'not checked: no installation is running here',
      `start it (\`${installation.startCommand}\`), or set POSTGRES_URL, QUEUE_URL and OBJECT_STORE_URL`,
    );
  return [
    node(),
    await space(disk),
    ...(faults.length > 0
      ? faults.map((fault) => fail('Configuration', fault, 'see docs/configuration.md'))
      : [ok('Configuration', stopped ? 'stored settings are valid' : 'present and well-formed')]),
    ...(stopped ? await Promise.all(ports.map((port) => portFree(port))) : []),
    ...(servers.postgres ? await examineDatabase(servers.postgres, installation) : stopped ? [away('PostgreSQL')] : []),
    ...(servers.nats ? [await reachable('NATS', servers.nats)] : []),
    ...(servers.queue?.startsWith('redis') ? [await reachable('Redis', servers.queue)] : []),
    ...(servers.objectStore ? [await objectStore(servers.objectStore)] : stopped ? [away('Object store')] : []),
    ...(servers.objectStore && installation.publicStore
      ? await directStore(servers.objectStore, installation.publicStore, installation.origin)
      : []),
    ...(servers.objectStore && installation.atRest ? [await objectKeys(servers.objectStore, installation.atRest)] : []),
    ...(servers.smtp ? [await reachable('SMTP', servers.smtp)] : []),
    ...(installation.origin?.startsWith('https:') ? [await certificate(installation.origin)] : []),
    ...(installation.dataDir ? automaticCertificate(installation.dataDir) : []),
  ];
}

function node(): Finding {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  return major > 20 || (major === 20 && minor >= 19)
    ? ok('Node', process.versions.node)
    : fail('Node', process.versions.node, 'install Node 20.19 or newer');
}

async function space(directory: string): Promise<Finding> {
  const { bavail, bsize } = await statfs(directory);
  const found = `${((bavail * bsize) / gigabyte).toFixed(1)} GB free at ${directory}`;
  if (bavail * bsize < gigabyte) return fail('Disk', found, 'free at least 1 GB: uploads fail when the disk is full');
  return bavail * bsize < 5 * gigabyte
    ? warn('Disk', found, 'free some space: less than 5 GB is left')
    : ok('Disk', found);
}

async function portFree(port: number): Promise<Finding> {
  try {
    await claimPort(port, 'Tradepost');
    return ok(`Port ${port}`, 'free');
  } catch (error) {
    return fail(
      `Port ${port}`,
      (error as Error).message,
      'stop that program, or choose another port with PORT, SMTP_PORT or INBOX_PORT',
    );
  }
}

/** Checks only that the port accepts connections, not which server it is. */
async function reachable(what: string, url: string): Promise<Finding> {
  const { hostname, port, protocol } = new URL(url);
  const at = { host: hostname, port: Number(port) || (defaultPorts[protocol] as number) };
  const error = await new Promise<Error | null>((done) => {
    const socket = connect({ ...at, timeout: reachWithinMs });
    const end = (failure: Error | null) => {
      socket.destroy();
      done(failure);
    };
    socket.once('connect', () => end(null));
    socket.once('timeout', () => end(new Error(`no answer in ${reachWithinMs / 1000} s`)));
    socket.once('error', end);
  });
  return error
    ? fail(
        what,
        `not reachable at ${at.host}:${at.port}: ${error.message}`,
        `start it, or correct the URL in the settings`,
      )
    : ok(what, `listens at ${at.host}:${at.port}`);
}

async function objectStore(url: string): Promise<Finding> {
  const where = `${new URL(url).host}${new URL(url).pathname}`;
  try {
    await openObjectStore(url).ready();
    return ok('Object store', `accepts requests at ${where}`);
  } catch (error) {
    return fail(
      'Object store',
      `${(error as Error).message}: ${where}`,
      'start it, mount its volume, or run the migration step, which creates the bucket or directory',
    );
  }
}

/** Checks that the key decrypts the stored data: unwraps one data key, reads no object. */
async function objectKeys(url: string, config: AtRestConfig): Promise<Finding> {
  const what = 'Object keys';
  const keys = openKeys(config);
  if (!keys)
    return warn(
      what,
      'not checked: neither AT_REST_KEY nor AT_REST_VAULT_URL is set',
      'set the same key as for gateway and worker-zip; without it, managed files cannot be decrypted',
    );
  const store = openObjectStore(url);
  try {
    let looked = 0;
    for await (const { key } of store.list('')) {
      const envelope = (await store.stat(key))?.envelope;
      if (envelope) {
        await keys.unwrap(wrappedKeyIn(envelope));
        return ok(what, `decrypted the data key of ${key}`);
      }
      if (++looked === sampled) break;
    }
    await keys.ready();
    return ok(what, 'set, but not tested: found no encrypted object');
  } catch (error) {
    return fail(
      what,
      (error as Error).message,
      'restore the missing key (docs/keys.md): without it, managed files cannot be decrypted',
    );
  }
}
