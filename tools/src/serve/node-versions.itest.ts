import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { inboxAt } from '@tradepost/testing/inbox-client';
import { startInbox, type RunningInbox } from '@tradepost/testing/servers/inbox';
import { freePort } from '@tradepost/testing/servers/ports';
import { waitFor } from '@tradepost/testing/wait-for';
import { fetchNode, nodeLines } from '../supply-chain/node-programs';
import { root } from '../topology/paths';

const directory = mkdtempSync(join(tmpdir(), 'tradepost-node-versions-'));
const password = 'correct-horse!';
let inbox: RunningInbox;
let child: ChildProcess | undefined;

beforeAll(async () => {
  inbox = await startInbox({ dataDir: join(directory, 'inbox') });
});
afterEach(() => child?.kill('SIGKILL'));
afterAll(async () => {
  await inbox.stop();
  rmSync(directory, { recursive: true, force: true });
});

test.each(nodeLines)('the built server runs with Node %i', async (line) => {
  const { node } = fetchNode(line);
  expect(execFileSync(node, ['--version'], { encoding: 'utf8' })).toMatch(new RegExp(`^v${line}\\.`));
  const origin = `http://localhost:${await freePort()}`;
  const configFile = join(directory, `${line}.env`);
  writeFileSync(
    configFile,
    [
      `ORIGIN=${origin}`,
      `PORT=${new URL(origin).port}`,
      `SMTP_URL=${inbox.smtpUrl}`,
      'MAIL_FROM=Tradepost <no-reply@example.com>',
    ].join('\n'),
  );
  const script = join(root, 'tools/dist/operator/serve.js');
  child = spawn(node, [script, '--config', configFile, '--data', join(directory, String(line))], {
    env: { PATH: process.env.PATH },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const lines: string[] = [];
  for (const output of [child.stdout!, child.stderr!])
    createInterface({ input: output }).on('line', (one) => lines.push(one));
  const printed = (part: string) => waitFor(() => lines.find((one) => one.includes(part)));
  /** Called again while a part of the server does not answer in time, as on a busy machine. */
  const post = (path: string, body: object) =>
    waitFor(async () => {
      const headers = { 'content-type': 'application/json' };
      const answer = await fetch(`${origin}${path}`, { method: 'POST', body: JSON.stringify(body), headers });
      return answer.status === 503 ? undefined : answer;
    });

  const token = new URL(await printed('/setup?token=')).searchParams.get('token')!;
  const admin = { token, email: 'ada@example.com', firstName: 'Ada', lastName: 'Lovelace', password };
  await fetch(`${origin}/setup`, { method: 'POST', body: new URLSearchParams(admin) });
  await printed('Tradepost serves');
  expect(await (await fetch(origin)).text()).toContain('<div id="root">');
  expect(await (await post('/api/auth/login', { email: admin.email, password })).text()).toContain('"token"');
  const email = `bo-${line}@example.com`;
  expect((await post('/api/auth/signup', { firstname: 'Bo', lastname: 'B', email, password })).status).toBeLessThan(
    300,
  );
  await waitFor(async () => (await inboxAt(inbox.webUrl).mailTo(email))[0]);
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
});
