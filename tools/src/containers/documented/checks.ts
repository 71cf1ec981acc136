import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { request } from 'node:https';
import { join } from 'node:path';
import { ApiClient } from '@tradepost/client/api/api-client';
import { routes } from '@tradepost/contracts/routes';
import { inboxAt } from '@tradepost/testing/inbox-client';
import { waitFor } from '@tradepost/testing/wait-for';
import { tradingPassword } from '../../client/deliveries';
import type { Check } from '../check';
import type { ComposeInstallation } from '../installation';
import type { Trade } from '../trade';
import type { DocumentedCommands } from './commands';

export interface Documented {
  installation: ComposeInstallation;
  commands: DocumentedCommands;
  trade: Trade;
  check: Check;
}

const override = 'docker-compose.override.yml';
const admin = 'you@example.com';

/** The documented ways to use and change an installation that runs. */
export async function checkOperating({ installation, commands, trade, check }: Documented): Promise<void> {
  await check('the documented commands for operators work', async () => {
    includes(await commands.run('commands'), 'accepted a mail to');
    await inboxAt(installation.inboxUrl).waitForMail({ to: admin, subject: /test mail/i });
  });
  await check('the documented command line works', async () =>
    includes(await commands.run('commandLine'), 'TRADEPOST_ORIGIN'),
  );
  await check('the command of the backup timer works', async () => {
    const unit = installation.read('deploy/systemd/tradepost-backup.service');
    const [, command = ''] = /^ExecStart=\/usr\/bin\/(.+)$/m.exec(unit) ?? [];
    await installation.shell(command);
  });
  await check('the documented search finds a request in the logs', async () => {
    const response = await trade.pair.sender.sendForResponse(routes.createFolder, { name: 'Logged' });
    const id = response.headers.get('x-request-id') ?? '';
    includes(await waitFor(() => commands.run('logs', { '…': id }).catch(() => undefined)), '"msg":"answered"');
  });
  await check('the documented addresses of servers exist', async () => {
    const printed = await commands.run('serversToMoveTo');
    if (!/^\d+(\.\d+){3}\s*$/m.test(printed)) throw new Error(`no address in: ${printed}`);
  });
  await check('web serves the documented certificate, and a renewed one also after a crash', async () => {
    installation.write(override, commands.text('certificate'));
    const first = makeCertificate(installation);
    await installation.up();
    await isServed(first, commands.tlsPort);
    const second = makeCertificate(installation);
    await commands.run('renewedCertificate');
    await isServed(second, commands.tlsPort);
    const [web] = (await installation.containers()).filter(({ service }) => service === 'web');
    await installation.crash(web?.name ?? '');
    await isServed(second, commands.tlsPort);
  });
  await check('visitors behind the documented proxy have their own addresses', async () => {
    mkdirSync(join(installation.folder, 'deploy/real-ip'));
    installation.write('deploy/real-ip/proxy.conf', commands.text('proxyAddresses'));
    installation.write(override, commands.text('proxyFolder'));
    await installation.up();
    const client = new ApiClient(installation.origin, { headers: { 'x-forwarded-for': '203.0.113.7' } });
    const login = { email: trade.pair.senderEmail, password: tradingPassword };
    client.token = (await client.send(routes.login, login)).token;
    const sessions = await client.send(routes.sessions, {});
    includes(sessions.map(({ ip }) => ip).join(' '), '203.0.113.');
    rmSync(join(installation.folder, override));
    await installation.up();
  });
  await check('transfers files with the documented number of replicas', async () => {
    await commands.run('scale');
    await installation.returns();
    const replicas = (await installation.containers()).filter(({ service }) => service === 'storage');
    if (replicas.length !== 3) throw new Error(`${replicas.length} replicas`);
    await trade.carryOn();
    await installation.up();
  });
  await check('an app uses a secret after the documented restart', async () => {
    installation.write('deploy/secrets/worker-mail/SMTP_URL', 'smtp://inbox:1025/');
    await commands.run('newValue', { '<apps>': 'worker-mail' });
    await trade.carryOn();
  });
  await check('transfers files after the documented rotation of a key', async () => {
    const printed = await commands.run('rotation');
    if (!/[1-9]\d* re-encrypted with the current key/.test(printed)) throw new Error(printed);
    await trade.stillThere();
    await trade.carryOn();
  });
}

/** The documented upgrade, and a restore of the backup that `restored` belongs to. */
export async function checkReplacing(
  { installation, commands, trade, check }: Documented,
  restored: () => void,
): Promise<void> {
  await check('has all data after the documented upgrade', async () => {
    await commands.run('upgrade', { 'git checkout <version>': 'echo VERSION=upgraded >> .env' });
    includes(await installation.compose('images', 'gateway'), 'upgraded');
    await trade.stillThere();
    await trade.carryOn();
  });
  await check('has the data of the backup after the documented restore', async () => {
    await commands.run('restore');
    restored();
    await trade.stillThere();
    await trade.carryOn();
  });
  await check('the doctor reports no problem after the restore', () =>
    installation.compose('run', '--rm', '--no-TTY', 'tools', 'doctor'),
  );
}

/** The documented installation. */
export async function install({ installation, commands }: Pick<Documented, 'installation' | 'commands'>) {
  const password = /Password \(shown only once\): (\S+)/.exec(await commands.run('install'))?.[1] ?? '';
  await new ApiClient(installation.origin).send(routes.login, { email: admin, password });
}

/** For `localhost`, in the folder that the document names. */
function makeCertificate(installation: ComposeInstallation): string {
  const folder = join(installation.folder, 'deploy/tls');
  mkdirSync(folder, { recursive: true });
  const [key, certificate] = [join(folder, 'tls.key'), join(folder, 'tls.crt')];
  execFileSync(
    'openssl',
    [
      ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-subj', '/CN=localhost'],
      ...['-addext', 'subjectAltName=DNS:localhost', '-days', '2', '-keyout', key, '-out', certificate],
    ],
    { stdio: 'ignore' },
  );
  execFileSync('chmod', ['644', key, certificate]);
  return readFileSync(certificate, 'utf8');
}

/** Waits until a client that trusts only this certificate gets the web app. */
const isServed = (ca: string, port: number): Promise<boolean> =>
  waitFor(
    () =>
      new Promise<boolean>((resolve) => {
        const call = request({ host: 'localhost', port, ca, agent: false }, (answer) => {
          answer.resume();
          resolve(answer.statusCode === 200);
        });
        call.on('error', () => resolve(false)).end();
      }),
    { what: 'the certificate' },
  );

function includes(printed: string, wanted: string): void {
  if (!printed.includes(wanted)) throw new Error(`no "${wanted}" in: ${printed.slice(-1_000)}`);
}
