import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rememberOwnKeys } from './device';
import { UsageError } from './exit';
import { programOf } from './program';
import { readSession, saveSession } from './session';

const ask = jest.fn();
jest.mock('./ask', () => ({ ask: (...given: unknown[]): unknown => ask(...given) }));

const signedIn = jest.fn();
jest.mock('@tradepost/client/keys/sign-in', () => ({
  signIn: async (): Promise<unknown> => ({ user: signedIn() as unknown }),
}));

const email = 'ann@example.org';
let home: string;
let server: Server;
let origin: string;
/** What the server says of the person's keys. */
let keys: object | null;
/** Calls that change something. */
let changes: string[];

/** A list, although it is a POST. */
const invited = '/invited-list';
const folder = { id: 'f1', name: 'Prices', files: [], count: 1, emails: ['bob@example.org'], access: [] };
// of which the server says that it is not end-to-end encrypted
const file = { id: 'a', name: 'a.csv', mode: 'managed', size: 1, updatedAt: '2026-01-01T00:00:00.000Z' };

function answerTo(path: string): unknown {
  if (path.endsWith('/folders')) return [folder, { ...folder, id: 'f2', name: 'Archive' }];
  if (path.endsWith('/files')) return { items: [file], total: 1, next: null };
  if (path.endsWith(invited)) return [{ id: 'i1', email: 'bob@example.org', status: 'accepted' }];
  return { keys };
}

beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'tradepost-cli-'));
  process.env.XDG_STATE_HOME = process.env.XDG_CONFIG_HOME = home;
  [keys, changes] = [{ epoch: 1 }, []];
  ask.mockReset().mockRejectedValue(new UsageError(`Password for ${email} is required`));
  server = createServer(({ method, url = '' }, response) => {
    if (method !== 'GET' && !url.endsWith(invited)) changes.push(`${method} ${url}`);
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(answerTo(url.replace(/\?.*/, ''))));
  });
  server.keepAliveTimeout = 0;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  saveSession({ origin, token: 'session', user: { id: 'u1', email, userType: 'sender' } });
});
afterEach(async () => {
  await new Promise((resolve) => (server.close(resolve), server.closeAllConnections()));
  for (const name of ['XDG_STATE_HOME', 'XDG_CONFIG_HOME']) delete process.env[name];
  rmSync(home, { recursive: true });
});

const run = (words: string[]) => programOf(new AbortController().signal).parseAsync(['node', 'tradepost', ...words]);

describe.each([
  ['ends an access', ['end-access', 'Prices', 'bob@example.org']],
  ['deletes a folder', ['folders', 'delete', 'Prices']],
  ['moves files', ['move', 'Prices', 'Archive', 'a.csv']],
  ['ends a partnership', ['invitations', 'end', 'i1']],
])('a person who %s', (_what, words) => {
  it('is asked for the password first, although the server says that no file is sealed', async () => {
    await expect(run(words)).rejects.toThrow('Password for ann@example.org is required');
    expect(changes).toEqual([]);
  });

  it('is asked although the server says that there are no keys, on a machine that has opened them', async () => {
    keys = null;
    await rememberOwnKeys(origin, 'Ann@Example.org');
    await expect(run(words)).rejects.toThrow('Password for ann@example.org is required');
    expect(changes).toEqual([]);
  });
});

describe('a server that says at login that the person is a member', () => {
  const login = async () => {
    signedIn.mockReturnValue({ id: 'u1', email, userType: 'sender', companyName: 'Other', roles: ['auditor'] });
    ask.mockResolvedValueOnce('password');
    const shown = jest.spyOn(process.stdout, 'write').mockReturnValue(true);
    await run(['login', '--email', email, '--origin', origin]);
    const text = shown.mock.calls.join('');
    shown.mockRestore();
    return text;
  };

  it('is believed on a machine that has opened no keys of the address, which says for which company commands act', async () => {
    expect(await login()).toContain('for Other (auditor)');
    expect(readSession()?.user?.isMember).toBe(true);
  });

  it('is not believed on one that has: an access does not end without the password', async () => {
    await rememberOwnKeys(origin, email);
    await login();
    await expect(run(['end-access', 'Prices', 'bob@example.org'])).rejects.toThrow('Password for');
    expect(changes).toEqual([]);
  });
});

it('asks nothing of a person without keys', async () => {
  keys = null;
  await run(['end-access', 'Prices', 'bob@example.org']);
  expect(ask).not.toHaveBeenCalled();
  expect(changes).toHaveLength(1);
});
