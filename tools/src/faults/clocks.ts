import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ensureDebianPackages } from '@tradepost/testing/servers/debian';
import { apps } from '../topology/catalogue';
import { startTopology } from '../topology/start';
import { settingsOfFaults } from './support/settings';
import { newWork, repeatsAsLosses } from './support/work';

/** How often libfaketime reads the offset. */
const readEverySeconds = 1;
const wrongForMs = 8_000;
const jumps = ['+1h', '-1h'];

/**
 * Uploads and deliveries while the system clock of one app after the other jumps by an hour, forward and back, then back and forward.
 * Monotonic clocks do not jump, as when the time of a machine is set.
 */
export async function clocksJumping(dataDir: string) {
  const library = libfaketime();
  const fileOf = (folder: string) => join(dataDir, `clock-of-${folder}`);
  const set = (folder: string, offset: string) => writeFileSync(fileOf(folder), `${offset}\n`);
  for (const { folder } of apps) set(folder, '+0');
  const topology = await startTopology({
    kind: 'services',
    dataDir,
    persistent: true,
    env: settingsOfFaults,
    envOf: (folder) => ({
      LD_PRELOAD: library,
      FAKETIME_TIMESTAMP_FILE: fileOf(folder),
      FAKETIME_CACHE_DURATION: String(readEverySeconds),
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    }),
  });
  const jump = async (folder: string, offset: string) => {
    set(folder, offset);
    await delay(wrongForMs);
    set(folder, '+0');
  };
  const faults = apps.flatMap(({ folder }) =>
    jumps.map((offset) => [`${folder} ${offset}`, () => jump(folder, offset)] as const),
  );
  try {
    const work = await newWork(topology);
    return repeatsAsLosses(await work.during(Object.fromEntries(faults)));
  } finally {
    await topology.stop();
  }
}

/** The path of the library. @throws Error if it cannot be installed */
function libfaketime(): string {
  const missing = ensureDebianPackages(['faketime']);
  if (missing.length > 0) throw new Error(`libfaketime is not installed: apt-get install ${missing.join(' ')}`);
  const files = execFileSync('dpkg-query', ['--listfiles', 'libfaketime'], { encoding: 'utf8' }).split('\n');
  const library = files.find((file) => file.endsWith('/libfaketimeMT.so.1'));
  if (!library) throw new Error('The Debian package libfaketime has no library');
  return library;
}
