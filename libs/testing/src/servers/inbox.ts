import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { claimPort } from './ports';
import { makeDirectory, type Running, startProcess } from './server-process';

export interface InboxOptions {
  /** holds the mail over a restart */
  dataDir: string;
  smtpPort?: number;
  webPort?: number;
}

export interface RunningInbox extends Running {
  /** for the mailer: smtp://127.0.0.1:1025 */
  smtpUrl: string;
  smtpPort: number;
  /** the page, and the API under /email */
  webUrl: string;
  webPort: number;
}

/**
 * Starts a mail server that stores mail instead of forwarding it (maildev), with a page to read it.
 * A process of its own, since maildev in ours would take over the handling of Ctrl-C.
 */
export async function startInbox({ dataDir, ...ports }: InboxOptions): Promise<RunningInbox> {
  const smtpPort = await claimPort(ports.smtpPort, 'the mail inbox (SMTP)');
  const webPort = await claimPort(ports.webPort, 'the page of the mail inbox');
  const mailDir = join(dataDir, 'mail');
  makeDirectory(mailDir);
  const program = join(dirname(createRequire(__filename).resolve('maildev/package.json')), 'bin', 'maildev');
  const webUrl = `http://127.0.0.1:${webPort}`;
  const server = await startProcess({
    name: 'The mail inbox',
    command: process.execPath,
    args: [program, '--ip', '127.0.0.1', '--smtp', `${smtpPort}`, '--web', `${webPort}`, '--mail-directory', mailDir],
    logFile: join(dataDir, 'inbox.log'),
    ready: () => fetch(`${webUrl}/healthz`),
  });
  return { smtpUrl: `smtp://127.0.0.1:${smtpPort}`, smtpPort, webUrl, webPort, stop: server.stop };
}
