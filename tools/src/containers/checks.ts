import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { none, startChecks } from './check';
import { faultsInside } from './contained';
import type { Docker } from './docker';
import { checkOperating, checkReplacing, install, type Documented } from './documented/checks';
import { DocumentedCommands } from './documented/commands';
import { ComposeInstallation } from './installation';
import { imageSizes } from './sizes';
import { Trade } from './trade';

const limits = 'ACCEPT_CODES_PER_HOUR=1000\n';

/**
 * Builds the images, installs with compose in this folder, checks the installation and removes it.
 * @param restartEngine for an engine that nothing else uses
 */
export async function checkInstallation(
  docker: Docker,
  folder: string,
  restartEngine?: () => Promise<void>,
): Promise<{ passed: number; failed: number }> {
  const { counts, check } = startChecks();
  const installation = await ComposeInstallation.prepare(docker, folder);
  appendFileSync(join(folder, 'deploy/limits.env'), limits);
  // of a run that was interrupted
  await installation.remove();
  const commands = await DocumentedCommands.prepare(installation);
  const documented = { installation, commands, check, trade: new Trade(installation) };

  if (!(await check('builds every image', installation.build))) return counts;
  await check('builds every image with the documented commands', () => commands.run('images'));
  await check('no image exceeds its size limit', async () => {
    const { sizes, tooLarge } = await imageSizes(docker);
    console.log('Added to the base, MB', sizes);
    none(tooLarge);
  });
  try {
    await checkRunning(documented, restartEngine);
  } finally {
    await check('is removed with its volumes', () => installation.remove());
  }
  return counts;
}

async function checkRunning(documented: Documented, restartEngine?: () => Promise<void>): Promise<void> {
  const { installation, commands, trade, check } = documented;
  if (!(await check('installs with the documented commands', () => install(documented))))
    return console.log(await installation.compose('logs', '--tail', '20'));
  const carries = () => trade.carryOn();
  await check('transfers files from one company to another', carries);

  const running = (await installation.containers()).filter(({ state }) => state === 'running');
  for (const { service } of running)
    if (service !== 'inbox')
      await check(`${service} is isolated`, async () => none(await faultsInside(installation, service)));
  const restored = trade.backUp();
  await checkOperating(documented);

  for (const { service, name } of running)
    await check(`transfers files after a crash of ${service}`, async () => {
      await installation.crash(name);
      await carries();
    });
  await check('transfers files after a restart of all services', async () => {
    await installation.compose('restart');
    await installation.up();
    await carries();
  });
  if (restartEngine)
    await check('has all data after a restart of the Docker engine', async () => {
      await restartEngine();
      await installation.returns();
      await trade.stillThere();
      await carries();
    });
  await check('has all data after down and up', async () => {
    await installation.compose('down');
    await installation.up();
    await trade.stillThere();
    await carries();
  });
  await checkReplacing(documented, restored);
  await check('every documented command for compose was executed', async () => none(commands.neverRun));
}
