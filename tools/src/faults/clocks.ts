import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { apps } from '../topology/catalogue';
import { startTopology } from '../topology/start';
import { libraryIn, requirePackage } from './support/debian';
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
  requirePackage('faketime');
  const library = libraryIn('libfaketime', 'libfaketimeMT.so.1');
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
