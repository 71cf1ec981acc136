import 'reflect-metadata';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startInbox } from '@tradepost/testing/servers/inbox';
import { previewMails } from '@tradepost/worker-mail/preview';
import { root } from '../topology/paths';

const usage = 'npm run mail:preview [-- --port <port of the inbox page>]';
const files = join(root, '.data', 'mail-preview');

function wantedPort(): number | undefined {
  const { values } = parseArgs({ options: { port: { type: 'string' } } });
  if (values.port === undefined) return undefined;
  const port = Number(values.port);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) throw new Error(`${values.port} is not a port\n${usage}`);
  return port;
}

/** Shows every kind of mail, in a local inbox and as HTML files. */
async function preview() {
  const webPort = wantedPort();
  const dataDir = mkdtempSync(join(tmpdir(), 'tradepost-mail-preview-'));
  const forget = () => rmSync(dataDir, { recursive: true, force: true });
  process.once('exit', forget);
  const inbox = await startInbox({ dataDir, ...(webPort && { webPort }) });
  const stop = () => void inbox.stop().then(() => process.exit(0));
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);

  const mails = await previewMails(inbox.smtpUrl);
  rmSync(files, { recursive: true, force: true });
  mkdirSync(files, { recursive: true });
  for (const [template, html] of mails) writeFileSync(join(files, `${template}.html`), html);
  console.log(
    ['', `  ${mails.size} mails`, `  Inbox   ${inbox.webUrl}`, `  HTML    ${files}`, '', '  Ctrl-C ends it.'].join(
      '\n',
    ),
  );
}

preview().catch((error: Error & { code?: string }) => {
  console.error(error.code?.startsWith('ERR_PARSE_ARGS') ? `${error.message}\n${usage}` : error.message);
  process.exit(1);
});
