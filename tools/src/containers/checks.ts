import { randomBytes } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Mail } from '@tradepost/testing/inbox-client';
import { waitFor } from '@tradepost/testing/wait-for';
import { acceptDelivery, deliverFiles, isWhole, readyArchive, type DeliveredFiles } from '../client/deliveries';
import { faultsInside } from './contained';
import type { Docker } from './docker';
import { buildImages, ComposeInstallation, type Container } from './installation';
import { imageSizes } from './sizes';

interface Counts {
  passed: number;
  failed: number;
}

const limits = 'ACCEPT_CODES_PER_HOUR=1000\n';
const longestReturnMs = 600_000;
/** Services that exit after their work. */
const ending = ['migrate', 'nats-volume'];

/** Builds the images, installs with compose in this folder, checks the installation and removes it. */
export async function checkInstallation(docker: Docker, folder: string): Promise<Counts> {
  const counts = { passed: 0, failed: 0 };
  const check = async (what: string, work: () => Promise<unknown>): Promise<boolean> => {
    const began = performance.now();
    const fault = await work().then(
      () => undefined,
      (error: Error) => error.message,
    );
    counts[fault === undefined ? 'passed' : 'failed'] += 1;
    console.log(`${fault === undefined ? '✓' : '✗'} ${what} (${Math.round((performance.now() - began) / 1000)} s)`);
    if (fault !== undefined) console.log(fault);
    return fault === undefined;
  };

  if (!(await check('builds every image', () => buildImages(docker)))) return counts;
  await check('no image exceeds its size limit', async () => {
    const { sizes, tooLarge } = await imageSizes(docker);
    console.log('Added to the base, MB', sizes);
    none(tooLarge);
  });
  const installation = await ComposeInstallation.prepare(docker, folder);
  appendFileSync(join(folder, 'deploy/limits.env'), limits);
  try {
    await checkRunning(installation, check);
  } finally {
    await check('is removed with its volumes', () => installation.compose('down', '--volumes', '--timeout', '60'));
  }
  return counts;
}

type Check = (what: string, work: () => Promise<unknown>) => Promise<boolean>;

async function checkRunning(installation: ComposeInstallation, check: Check): Promise<void> {
  if (!(await check('creates its keys', installation.makeSecrets))) return;
  if (!(await check('starts, and every service is healthy', installation.up)))
    return console.log(await installation.compose('logs', '--tail', '20'));
  const trade = new Trade(installation);
  const carries = () => trade.carryOn();
  await check('transfers files from one company to another', carries);

  const running = (await installation.containers()).filter(({ state }) => state === 'running');
  for (const { service } of running)
    if (service !== 'inbox')
      await check(`${service} is isolated`, async () => none(await faultsInside(installation, service)));
  await check('creates an admin', () => tool(installation, 'admin', 'admin@example.com'));
  await check('the doctor reports no problem', () => tool(installation, 'doctor'));

  for (const { service, name } of running)
    await check(`transfers files after a crash of ${service}`, async () => {
      const before = await installation.startedAt(name);
      await installation.kill(name);
      await waitFor(async () => (await installation.startedAt(name)) !== before && allHealthy(installation), {
        what: `the restart of ${service}`,
        timeoutMs: longestReturnMs,
      });
      await carries();
    });
  await check('transfers files after a restart of all services', async () => {
    await installation.compose('restart');
    await installation.up();
    await carries();
  });
  await check('has all data after down and up', async () => {
    await installation.compose('down');
    await installation.up();
    await trade.stillThere();
    await carries();
  });
}

/** Two companies, and the files that one delivered to the other. */
class Trade {
  private current: { pair: DeliveredFiles; last?: Mail } | undefined;
  private readonly transfers: { pair: DeliveredFiles; id: string }[] = [];

  constructor(private readonly installation: ComposeInstallation) {}

  /** A request, its acceptance with the mailed code, the archive and its download. After a failure, by other companies, because its request may still be pending. */
  async carryOn(): Promise<void> {
    const { pair, last } = this.current ?? { pair: await this.deliver() };
    this.current = undefined;
    const { id, mail } = await acceptDelivery(this.installation, pair, last);
    this.transfers.push({ pair, id });
    await hasWhole(pair, id);
    this.current = { pair, last: mail };
  }

  async stillThere(): Promise<void> {
    for (const { pair, id } of this.transfers) await hasWhole(pair, id);
  }

  private deliver(): Promise<DeliveredFiles> {
    const contents = [1_000, 2_000_000].map((size) => Buffer.concat([Buffer.from('%PDF-1.4\n'), randomBytes(size)]));
    return deliverFiles(this.installation, 'containers', contents);
  }
}

async function hasWhole(pair: DeliveredFiles, id: string): Promise<void> {
  const url = await readyArchive(pair.receiver, id);
  if (!(await isWhole(pair, url))) throw new Error(`the archive of ${id} differs from the sent files`);
}

const tool = (installation: ComposeInstallation, ...command: string[]) =>
  installation.compose('run', '--rm', '--no-TTY', 'tools', ...command);

async function allHealthy(installation: ComposeInstallation): Promise<boolean> {
  return (await installation.containers()).every(isWell);
}

const isWell = ({ service, state, health, exitCode }: Container) =>
  ending.includes(service) ? exitCode === 0 : state === 'running' && ['healthy', ''].includes(health);

function none(faults: string[]): void {
  if (faults.length > 0) throw new Error(faults.join('\n'));
}
