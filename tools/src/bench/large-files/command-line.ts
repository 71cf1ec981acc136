import { rmSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { terminalPair } from '../../client/terminal-pair';
import { hashOfFile, writeContent } from '../../client/written-content';
import type { Topology } from '../../topology/start';
import { cpuOf, median, seconds, spread } from '../support/measure';
import { callStoreClient } from '../support/store-client-call';

const MB = 1024 ** 2;
/** `BENCH_FILE_MB` of the file; `BENCH_ROUNDS` of both clients. */
const fileMB = Number(process.env.BENCH_FILE_MB ?? 1000);
const rounds = Number(process.env.BENCH_ROUNDS ?? 3);
const name = 'large.bin';
/** Of the rate of Amazon's client with the same bytes, which it does not seal. */
const least = { up: 0.7, down: 0.8 };
/** Seconds for a GB: of the process that holds the gateway and all services. */
const mostCpu = 0.05;

/** What an installation needs for it. */
export const largeFilesOfPrograms = {
  MAX_FILE_BYTES: String(Math.max(fileMB, 50) * MB),
  STORAGE_BYTES_PER_COMPANY: String((rounds + 1) * Math.max(fileMB, 50) * MB),
  ALLOWED_FILE_TYPES: '*',
};

/** One large sealed file by the command line, straight to the store and from it, in turn with Amazon's client. */
export async function commandLine(topology: Topology, storeUrl: string): Promise<boolean> {
  const pair = await terminalPair(topology);
  const { sender, receiver } = pair;
  const server = () => cpuOf(topology.processes.get('all-in-one')?.pid ?? 0);
  const took = { up: [] as number[], down: [] as number[] };
  const reference = { up: [] as number[], down: [] as number[] };
  const cpu = { up: [] as number[], down: [] as number[] };
  const timed = async (way: 'up' | 'down', work: () => Promise<unknown>) => {
    const before = server();
    took[way].push(await seconds(work));
    cpu[way].push(((server() - before) / fileMB) * 1000);
  };
  try {
    const path = join(sender.home, name);
    const sha256 = writeContent(path, fileMB * MB);
    const plain = join(receiver.home, 'plain');
    for (let round = 1; round <= rounds; round += 1) {
      reference.up.push(await seconds(() => callStoreClient({ way: 'up', storeUrl, path })));
      const folder = `Large ${round}`;
      await timed('up', () => sender.json(['upload', folder, name, '--create']));
      const transferId = await pair.accepted(folder);
      reference.down.push(await seconds(() => callStoreClient({ way: 'down', storeUrl, path: plain })));
      await timed('down', () => receiver.json(['download', transferId, '--into', 'data']));
      for (const file of [plain, join(receiver.home, 'data', name)])
        if ((await hashOfFile(file)) !== sha256) throw new Error(`${file} has another hash`);
      for (const file of [plain, join(receiver.home, 'data')]) rmSync(file, { recursive: true });
    }
  } finally {
    pair.remove();
  }
  const fits = (['up', 'down'] as const).map((way) => {
    const ratio = median(reference[way]) / median(took[way]);
    const rates = (times: number[]) => spread(times.map((time) => fileMB / time));
    console.log(
      `command line, ${fileMB} MB sealed ${way}: ${rates(took[way])} MB/s, Amazon's client unsealed ${rates(reference[way])}: ${ratio.toFixed(2)} (at least ${least[way]}); CPU of gateway and services ${spread(cpu[way], 3)} s per GB (at most ${mostCpu}); load average ${loadavg()[0]?.toFixed(1)}`,
    );
    return ratio >= least[way] && median(cpu[way]) <= mostCpu;
  });
  return fits.every(Boolean);
}
