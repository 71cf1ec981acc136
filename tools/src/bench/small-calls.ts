import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startNginx } from '@tradepost/testing/servers/nginx';
import { newAccount, registerSender } from '../client/people';
import type { Topology } from '../topology/start';
import { cpuOfChildren, inParallel, median, spread } from './support/measure';
import { folderOf } from './pages';
import { RawHttp } from './support/raw-http';
import { load } from './support/wrk';

const rounds = 7;
const secondsEach = 2;
const [listed, inFolder] = [200, 10_000] as const;
const limits = { call: 0.06, callMs: 0.35, page: 0.12, unchanged: 0.9 };

interface Contestant {
  url: string;
  headers?: Record<string, string>;
  isEachNew?: boolean;
}

interface Measured {
  /** Calls a second. */
  rate: number;
  /** CPU of everything that serves the call, in ms. */
  cpuMs: number;
}

/**
 * Where all services share a process: a small signed-in call compared with a small file of nginx, a page of 200 out of 10,000 files with
 * nginx's list of 200 files in JSON, first and opened before, and the same page, unchanged, with the small call; in alternating rounds.
 */
export async function smallCalls(topology: Topology): Promise<boolean> {
  const client = await registerSender(topology, newAccount('small-calls'));
  const folderId = await folderOf(topology, client, inFolder);
  const dataDir = mkdtempSync(join(tmpdir(), 'tradepost-nginx-'));
  const nginx = await startNginx({ dataDir });
  try {
    await fill(nginx.url);
    const headers = { authorization: `Bearer ${client.token}` };
    const page = `/api/file-sharing/folders/${folderId}/files?page=1&pageSize=${listed}`;
    const tag = (await client.fetch(page.replace('/api', ''))).headers.get('etag');
    if (!tag) throw new Error('the page has no entity tag');
    const contestants = {
      file: { url: `${nginx.url}/small` },
      list: { url: `${nginx.url}/list/` },
      call: { url: `${topology.origin}/api/file-sharing/stats`, headers },
      first: { url: topology.origin + page, headers, isEachNew: true },
      page: { url: topology.origin + page, headers },
      unchanged: { url: topology.origin + page, headers: { ...headers, 'if-none-match': tag } },
    };
    const names = Object.keys(contestants) as (keyof typeof contestants)[];
    const measured: Record<keyof typeof contestants, Measured>[] = [];
    for (let round = -1; round < rounds; round++) {
      const each: [string, Measured][] = [];
      for (const name of names) each.push([name, await measure(contestants[name])]);
      if (round >= 0) measured.push(Object.fromEntries(each) as Record<keyof typeof contestants, Measured>);
    }
    const rate = (name: keyof typeof contestants) =>
      spread(
        measured.map((round) => round[name].rate),
        0,
      );
    const cpuMs = (name: keyof typeof contestants) => median(measured.map((round) => round[name].cpuMs));
    const ratio = (ours: keyof typeof contestants, theirs: keyof typeof contestants) =>
      median(measured.map((round) => round[ours].rate / round[theirs].rate));
    console.log(
      `GET /api/file-sharing/stats: ${rate('call')} a second, CPU ${cpuMs('call').toFixed(2)} ms (at most ${limits.callMs}); nginx, a small file ${rate('file')}: ratio ${ratio('call', 'file').toFixed(3)} (at least ${limits.call})`,
    );
    console.log(
      `page of ${listed} out of ${inFolder}, first opening: ${rate('first')} a second, CPU ${cpuMs('first').toFixed(2)} ms: ratio to nginx' list ${ratio('first', 'list').toFixed(3)}`,
    );
    console.log(
      `the same page, opened before: ${rate('page')} a second, CPU ${cpuMs('page').toFixed(2)} ms; nginx, a list of ${listed} files ${rate('list')}: ratio ${ratio('page', 'list').toFixed(3)} (at least ${limits.page})`,
    );
    console.log(
      `the same page, unchanged: ${rate('unchanged')} a second, CPU ${cpuMs('unchanged').toFixed(2)} ms: ratio to the small call ${ratio('unchanged', 'call').toFixed(2)} (at least ${limits.unchanged})`,
    );
    return (
      ratio('call', 'file') >= limits.call &&
      cpuMs('call') <= limits.callMs &&
      ratio('page', 'list') >= limits.page &&
      ratio('unchanged', 'call') >= limits.unchanged
    );
  } finally {
    await nginx.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function measure({ url, ...given }: Contestant): Promise<Measured> {
  const before = cpuOfChildren();
  const { rate, calls } = await load(url, { seconds: secondsEach, ...given });
  return { rate, cpuMs: ((cpuOfChildren() - before) * 1000) / calls };
}

async function fill(url: string): Promise<void> {
  const files = new RawHttp(url);
  await files.send('PUT', '/small', {}, Buffer.from(JSON.stringify({ status: 'up' })));
  await inParallel(listed, 4, (n) =>
    files.send('PUT', `/list/file ${n}.csv`.replaceAll(' ', '%20'), {}, Buffer.from('a,b')),
  );
  files.close();
}
