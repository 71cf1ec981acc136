import { execFileSync, spawnSync } from 'node:child_process';
import { statfsSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startInbox, type RunningInbox } from '@tradepost/testing/servers/inbox';
import { freePort } from '@tradepost/testing/servers/ports';
import { startTopology } from '../topology/start';
import { settingsOfFaults } from './support/settings';
import { newWork } from './support/work';

const diskBytes = 1024 ** 3;
/** Less than what files leave free of this disk. */
const bytesLeft = 8 * 1024 ** 2;
const fullForMs = 8_000;

/**
 * Uploads and deliveries to one server on a disk of its own, which another program fills: first so far that only the database has
 * room, then completely. After the second, the server is started again, as systemd does when its PostgreSQL has ended. Needs root.
 */
export async function diskFilling(dataDir: string) {
  const disk = join(dataDir, 'disk');
  await mkdir(disk);
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${diskBytes}`, 'tmpfs', disk]);
  // on another disk, because a full one would lose its mail
  const inbox = await startInbox({ dataDir: join(dataDir, 'inbox') });
  try {
    return await serverOn(disk, inbox);
  } finally {
    await inbox.stop();
    // the last files of what was stopped may still be open
    execFileSync('umount', ['--lazy', disk]);
  }
}

async function serverOn(disk: string, inbox: RunningInbox) {
  const ballast = join(disk, 'ballast');
  const port = await freePort();
  const start = async () => {
    const server = await startTopology({
      kind: 'embedded',
      dataDir: join(disk, 'data'),
      persistent: true,
      port,
      smtpUrl: inbox.smtpUrl,
      env: settingsOfFaults,
    });
    return { ...server, inboxUrl: inbox.webUrl };
  };
  const topology = await start();

  const fillUpTo = (left: number) => {
    const { bavail, bsize } = statfsSync(disk);
    execFileSync('fallocate', ['--length', String(bavail * bsize - left), ballast]);
  };
  const faults = {
    'room only for the database': async () => {
      fillUpTo(bytesLeft);
      await delay(fullForMs);
      await rm(ballast);
    },
    'no room at all': async () => {
      fillUpTo(bytesLeft);
      // ends when nothing more can be written
      spawnSync('dd', ['if=/dev/zero', `of=${ballast}`, 'oflag=append', 'conv=notrunc'], { stdio: 'ignore' });
      await delay(fullForMs);
      await rm(ballast);
      await topology.stop();
      // the work goes on with this object
      Object.assign(topology, await start());
    },
  };
  try {
    const work = await newWork(topology);
    return await work.during(faults);
  } finally {
    await topology.stop();
  }
}
