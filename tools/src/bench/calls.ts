import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startNginx } from '@tradepost/testing/servers/nginx';
import { newAccount, registerSender } from '../client/people';
import type { Topology } from '../topology/start';
import { cpuOf, cpuOfChildren, latencies, median, spread } from './support/measure';
import { folderOf } from './pages';
import { RawHttp } from './support/raw-http';
import { load, type Load } from './support/wrk';

const rounds = 5;
const secondsEach = 3;
const limits = { small: 0.04, page: 0.12, cpuMs: 0.5 };

interface Measured extends Load {
  /** Of the gateway, a call. */
  cpuMs: number;
  /** Of the whole product and its servers, a call. */
  allMs: number;
}

/**
 * Small calls compared with nginx with a file as small, and a page of 50 compared with a Node server that does nothing but put the same
 * page into JSON, in alternating rounds. Held to the limit are the call the gateway answers alone (every signed-in call
 * has a NATS hop) and the page; `GET /api/auth/me` is the smallest signed-in call.
 */
export async function calls(topology: Topology): Promise<boolean> {
  const pid = topology.processes.get('gateway')?.pid;
  if (!pid) throw new Error('This measures the gateway process: the services topology is needed');
  const client = await registerSender(topology, newAccount('calls'));
  const authorization = `Bearer ${client.token}`;
  const pagePath = `/api/file-sharing/folders/${await folderOf(topology, client, 100)}/files?page=1&pageSize=50`;
  const page: unknown = await (await client.fetch(pagePath)).json();
  const dataDir = mkdtempSync(join(tmpdir(), 'tradepost-nginx-'));
  const nginx = await startNginx({ dataDir });
  const plain = fork(join(__dirname, 'support/json-server.js'));
  try {
    plain.send(page as object);
    const [port] = (await once(plain, 'message')) as [number];
    const files = new RawHttp(nginx.url);
    await files.send('PUT', '/small', {}, Buffer.from(JSON.stringify({ status: 'up' })));
    files.close();
    const contestants: Record<string, { url: string; headers?: Record<string, string> }> = {
      nginx: { url: `${nginx.url}/small` },
      plain: { url: `http://127.0.0.1:${port}/` },
      live: { url: `${topology.origin}/api/health/live` },
      me: { url: `${topology.origin}/api/auth/me`, headers: { authorization } },
      page: { url: topology.origin + pagePath, headers: { authorization } },
    };
    const measured: Record<string, Measured[]> = Object.fromEntries(Object.keys(contestants).map((name) => [name, []]));
    for (let round = -1; round < rounds; round++) {
      for (const [name, { url, headers = {} }] of Object.entries(contestants)) {
        const [before, allBefore] = [cpuOf(pid), cpuOfChildren()];
        const one = await load(url, { seconds: secondsEach, headers });
        if (round >= 0)
          measured[name]?.push({
            ...one,
            cpuMs: ((cpuOf(pid) - before) * 1000) / one.calls,
            allMs: ((cpuOfChildren() - allBefore) * 1000) / one.calls,
          });
      }
    }
    return report(measured);
  } finally {
    plain.disconnect();
    await nginx.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

function report(measured: Record<string, Measured[]>): boolean {
  const of = (name: string, key: keyof Measured) => (measured[name] ?? []).map((round) => round[key]);
  const ratio = (ours: string, theirs: string) =>
    median(of(ours, 'rate').map((rate, n) => rate / (of(theirs, 'rate')[n] as number)));
  const line = (name: string) =>
    `${spread(of(name, 'rate'), 0)} a second, ${latencies({ p50: median(of(name, 'p50')), p95: median(of(name, 'p95')), p99: median(of(name, 'p99')) })}`;
  const ours = (name: string) =>
    `${line(name)}, CPU of the gateway ${median(of(name, 'cpuMs')).toFixed(2)} ms, of everything ${median(of(name, 'allMs')).toFixed(2)}`;
  const [live, me, page] = [ratio('live', 'nginx'), ratio('me', 'nginx'), ratio('page', 'plain')];
  const cpuMs = median(of('live', 'cpuMs'));
  console.log(`nginx, a small file: ${line('nginx')}`);
  console.log(
    `GET /api/health/live: ${ours('live')} (the gateway’s at most ${limits.cpuMs}): ratio to nginx ${live.toFixed(3)} (at least ${limits.small})`,
  );
  console.log(`GET /api/auth/me, with its NATS hop and query: ${ours('me')}: ratio to nginx ${me.toFixed(3)}`);
  console.log(`plain Node, the page of 50: ${line('plain')}`);
  console.log(
    `page of 50 files, with its NATS hop and queries: ${ours('page')}: ratio to plain Node ${page.toFixed(3)} (at least ${limits.page})`,
  );
  return live >= limits.small && cpuMs <= limits.cpuMs && page >= limits.page;
}
