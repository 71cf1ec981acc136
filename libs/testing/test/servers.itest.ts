import { connect } from 'node:net';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer, type Server } from 'node:net';
import { createTransport } from 'nodemailer';
import { Client } from 'pg';
import { codeIn, inboxAt } from '../src/inbox-client';
import { startInbox } from '../src/servers/inbox';
import { freePort } from '../src/servers/ports';
import { startPostgres } from '../src/servers/postgres';

jest.setTimeout(60_000);

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'servers-'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true));
    socket.once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

describe('PostgreSQL', () => {
  it('keeps its data over a restart and frees its port', async () => {
    const first = await startPostgres({ dataDir, persistent: true });
    await query(first.url, `create table kept as select 'ÄÖ🦊' as word`);
    expect(await query(first.url, 'show fsync')).toEqual([{ fsync: 'on' }]);
    await first.stop();
    expect(await isOpen(first.port)).toBe(false);

    const second = await startPostgres({ dataDir, port: first.port, persistent: true });
    expect(await query(second.url, 'select word from kept')).toEqual([{ word: 'ÄÖ🦊' }]);
    await second.stop();
  });

  it('refuses a wrong password', async () => {
    const server = await startPostgres({ dataDir, persistent: false, password: 'right' });
    const wrong = server.url.replace('right', 'wrong');
    await expect(query(wrong, 'select 1')).rejects.toThrow('password authentication failed');
    await server.stop();
  });

  it('says in one line that its port is in use', async () => {
    const port = await freePort();
    const occupant: Server = createServer().listen(port, '127.0.0.1');
    await expect(startPostgres({ dataDir, port, persistent: false })).rejects.toThrow(
      `Port ${port}, meant for PostgreSQL, is in use by another program.`,
    );
    occupant.close();
  });
});

it('catches mail and shows the code in it', async () => {
  const inbox = await startInbox({ dataDir });
  const mailer = createTransport(inbox.smtpUrl);
  const client = inboxAt(inbox.webUrl);
  const mail = { from: 'us@tradepost.test', to: 'Ada@Example.com', text: 'Your code:\n\n  04711\n\nIt lasts 10 minutes.' };
  await mailer.sendMail({ ...mail, subject: 'First' });
  const first = await client.waitForMail({ to: 'ada@example.com' });
  expect(codeIn(first)).toBe('04711');

  await mailer.sendMail({ ...mail, subject: 'Second', text: 'Nothing' });
  const second = await client.waitForMail({ to: 'ada@example.com', after: first });
  expect(second.subject).toBe('Second');
  expect(() => codeIn(second)).toThrow('no code');

  mailer.close();
  await inbox.stop();
  expect(await isOpen(inbox.smtpPort)).toBe(false);
  expect(await isOpen(inbox.webPort)).toBe(false);
});
