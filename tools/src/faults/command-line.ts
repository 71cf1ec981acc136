import { randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readAllPages } from '@tradepost/contracts/values/read-all-pages';
import { routes } from '@tradepost/contracts/routes';
import type { FileView } from '@tradepost/contracts/storage';
import { openKeys } from '@tradepost/client/keys/keys';
import { signIn } from '@tradepost/client/keys/sign-in';
import { inParallel } from '../bench/support/measure';
import { registerSender } from '../client/people';
import { Terminal } from '../client/terminal';
import type { Topology } from '../topology/start';
import { collected } from './support/collect-garbage';
import { sha256 } from './support/hash';
import { underKills } from './support/kills';
import { hashOf } from './uploads';

const atOnce = 5;
const [smallest, largest] = [500, 5_000];

interface ReportedFile {
  name: string;
  id: string;
  sha256: string;
  status: string;
}

/**
 * One command uploads many small files, sealed, while the gateway is killed with -9; then the same command once more. What it
 * said, what is listed, and what each file holds once it is opened are compared with what is on the disk.
 */
export async function commandLineUnderKills(topology: Topology, { files, kills }: { files: number; kills: number }) {
  const person = {
    firstName: 'Cleo',
    lastName: 'Fault',
    email: `cli-${Date.now()}@example.com`,
    password: 'Fault-fault-1!',
    companyName: 'Fault',
  };
  const client = await registerSender(topology, person);
  const terminal = new Terminal({ TRADEPOST_ORIGIN: topology.origin, TRADEPOST_PASSWORD: person.password });
  try {
    await terminal.json(['login', '--email', person.email]);
    await terminal.json(['keys', 'create']);
    const wanted = filesIn(join(terminal.home, 'out'), files);
    const upload = ['upload', 'Nightly', 'out/*.csv', '--create', '--json'];
    const first: ReportedFile[] = [];
    const began = performance.now();
    await underKills(topology, { apps: ['gateway'], each: kills }, files, async (onPiece) => {
      const { code, stdout, stderr } = await terminal.start(upload, { input: '', onLine: onPiece }).ended;
      if (code !== 0) throw new Error(`the upload exited with ${code}: ${stderr}`);
      first.push(...reportedIn(stdout));
    });
    const seconds = Math.round((performance.now() - began) / 1000);
    const repeat = (await terminal.json(upload)) as ReportedFile[];

    const { user, keys } = await signIn(client, person);
    const vault = (await openKeys(client, user, { kind: 'password', kek: keys.kek })) ?? undefined;
    const [{ id: folderId } = { id: '' }] = await client.send(routes.folders, {});
    const listed = await readAllPages((page) => client.send(routes.files, { folderId, page, pageSize: 200 }));
    let mismatches = 0;
    await inParallel(listed.length, atOnce, async (n) => {
      const file = listed[n] as FileView;
      if ((await hashOf(client, vault, folderId, file)) !== wanted.get(file.name)) mismatches += 1;
    });
    const there = new Set(listed.map(({ name }) => name));
    const ids = new Set(listed.map(({ id }) => id));
    const { missing, orphans, unfinished } = await collected(topology);
    return {
      facts: { files, 'kill -9 of the gateway': kills, seconds, listed: listed.length, 'said uploaded': first.length },
      losses: {
        missing: [...wanted.keys()].filter((name) => !there.has(name)).length,
        'hash mismatches': mismatches,
        'there twice': listed.length - files,
        'said and not there': first.filter(({ id }) => !ids.has(id)).length,
        'said with another hash': first.filter(({ name, sha256 }) => wanted.get(name) !== sha256).length,
        'uploaded again by a repeat': repeat.filter(({ status }) => status !== 'present').length,
        'uploads left half-way': unfinished,
        'files without their bytes': missing,
        'orphans after collection': orphans,
      },
    };
  } finally {
    terminal.remove();
  }
}

/** @returns their hashes by name */
function filesIn(folder: string, count: number): Map<string, string> {
  mkdirSync(folder);
  return new Map(
    Array.from({ length: count }, (_, n) => {
      const content = `id,value\n${n},${randomBytes(smallest + Math.floor(Math.random() * (largest - smallest))).toString('hex')}\n`;
      const name = `${String(n).padStart(4, '0')}.csv`;
      writeFileSync(join(folder, name), content);
      return [name, sha256(content)] as const;
    }),
  );
}

const reportedIn = (lines: string): ReportedFile[] =>
  lines
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as ReportedFile);
