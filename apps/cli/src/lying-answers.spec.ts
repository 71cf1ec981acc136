import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { messageOf } from './exit';
import { programOf } from './program';
import { saveSession } from './session';

const hostile = '\u001b]0;title\u0007\u001b[2J\u202e';
const toText = { toString: 1 };
const problem = (given: unknown) => [400, given] as const;

/** What a server answers to every call: another type than the one that is expected, and texts that control a terminal. */
const lies: readonly (readonly [status: number, answer: unknown])[] = [
  ...[null, 5, true, 'x', [], [null], [5], ['x'], {}, { items: null }, { items: [null], total: 1 }].map(
    (answer) => [200, answer] as const,
  ),
  [200, { items: {}, next: {}, total: {}, keys: {}, entries: {}, user: {}, owner: {}, files: {}, folders: {} }],
  [200, [{ id: hostile, name: hostile, email: hostile, status: hostile, createdAt: 5, size: 'x', files: [{}] }]],
  ...[
    null,
    'x',
    [],
    { message: 5 },
    { message: toText },
    { message: 'x', errors: 5 },
    { message: 'x', errors: 'x' },
  ].map(problem),
  ...[[null], ['x'], [{ field: toText, message: toText }], toText].map((errors) => problem({ message: 'x', errors })),
  problem({ message: hostile, code: toText, requestId: toText }),
  problem({ message: hostile, code: hostile, requestId: hostile, errors: [{ field: hostile, message: hostile }] }),
];

const digits = '1'.repeat(40);
const commands = [
  ...['whoami', 'folders', 'files F', 'folders create F', 'folders rename F G', 'folders delete F', 'deliver F a@b.c'],
  ...['end-access F a@b.c', 'delete F a', 'bin', 'bin restore x', 'move F G a', 'invite a@b.c', 'invitations'],
  ...['invitations accept x', 'contacts show a@b.c', 'requests', 'request x', 'received', 'approve x', 'comments x'],
  ...['comment x t', 'assign x --to a@b.c', 'accept x', 'transfers', 'extend x --expires 7d', 'revoke x --reason r'],
  ...['resend x', 'download x', 'members', 'members invite a@b.c', 'members fingerprint a@b.c', 'companies', 'away'],
  ...['usual-expiry', 'api-keys', 'api-keys create x', 'webhooks', 'webhooks deliveries x', 'keys', 'keys person'],
  ...['keys recovery', 'keys recovery number', `keys recovery split a@b.c=${digits} b@b.c=${digits} --threshold 2`],
];

const folder = mkdtempSync(join(tmpdir(), 'tradepost-lies-'));
const file = join(folder, 'a.csv');
let lie: (typeof lies)[number];
let server: Server;
beforeAll(async () => {
  writeFileSync(file, 'a,b\n');
  const state = {
    XDG_CONFIG_HOME: join(folder, 'config'),
    XDG_STATE_HOME: join(folder, 'state'),
    TRADEPOST_PASSWORD: 'x',
  };
  Object.assign(process.env, state);
  server = createServer((request, response) => {
    const [status, answer] = lie;
    request.resume().once('end', () => response.writeHead(status).end(JSON.stringify(answer)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  saveSession({ origin, token: 't', user: { id: 'u', email: 'a@b.c', userType: 'sender' } });
});
afterAll(async () => {
  await new Promise((resolve) => (server.close(resolve), server.closeAllConnections()));
  rmSync(folder, { recursive: true });
});

/** What a command writes, and the message with which it ends. */
async function outcomeOf(command: string): Promise<string> {
  const pieces: string[] = [];
  const streams = [process.stdout, process.stderr].map((stream) =>
    jest.spyOn(stream, 'write').mockImplementation((piece) => pieces.push(String(piece)) > 0),
  );
  const ended = await programOf(new AbortController().signal)
    .parseAsync(['--retries', '0', ...command.split(' ')], { from: 'user' })
    .then(() => '', messageOf);
  for (const stream of streams) stream.mockRestore();
  return `${pieces.join('').replaceAll('\n', '')}${ended}`;
}

it.each([...commands, `upload F ${file} --managed`, `upload F ${file} --replace`])(
  'ends with one line of text, which controls no terminal, for any answers to %s',
  async (command) => {
    for (lie of lies) {
      const outcome = await outcomeOf(command);
      expect(outcome).not.toMatch(/[\p{Cc}\p{Bidi_Control}]/u);
      if (/Cannot |is not a function|is not iterable|Invalid time/.test(outcome))
        expect([lie, outcome]).toEqual([lie, expect.stringContaining('The answer of the server was not understood')]);
    }
  },
);
