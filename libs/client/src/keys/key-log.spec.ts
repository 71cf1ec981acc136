import { toBase64url, utf8, sha256 } from '@tradepost/sealing/crypto/bytes';
import { encodeEntry } from '@tradepost/sealing/key-log/entry';
import { ApiClient } from '../api/api-client';
import { KeyLogServer, keyLogOrigin, testLabel } from '../testing/key-log-server';
import { KeyLog, type KeyLogMemory, type KeyOwner } from './key-log';

const userOf = (name: string) => `0195a5c3-7a1e-7000-8000-${name.charCodeAt(0).toString(16).padStart(12, '0')}`;
const keyOf = async (name: string, epoch = 1): Promise<KeyOwner> => ({
  address: `${name}@example.com`,
  userId: userOf(name),
  epoch,
  keyId: await sha256(utf8(`${name} ${epoch}`)),
});

/** A server with a log; the tests make it lie. */
class Server extends KeyLogServer {
  requests: string[] = [];

  /** @param lie changes an answer */
  client(lie: (path: string, answer: object) => object = (_, answer) => answer): ApiClient {
    const transport = async (url: string) => {
      const path = new URL(url).pathname;
      this.requests.push(path);
      const part = Number(path.split('/').at(-1));
      const honest = path.endsWith('/key-log')
        ? await this.state()
        : { entries: this.leaves.slice(part * 256, part * 256 + 256).map(toBase64url) };
      return Response.json(lie(path, honest));
    };
    return new ApiClient('https://tradepost.example', { transport });
  }
}

/** One device, which remembers. */
function device(server: Server, lie?: Parameters<Server['client']>[0]) {
  const stored: { memory: KeyLogMemory | null } = { memory: null };
  const store = {
    load: () => Promise.resolve(stored.memory),
    save: (memory: KeyLogMemory) => Promise.resolve(void (stored.memory = memory)),
  };
  return {
    stored,
    log: new KeyLog(server.client(lie), store, testLabel),
    lyingTo: (other: Parameters<Server['client']>[0]) => new KeyLog(server.client(other), store, testLabel),
  };
}

let server: Server;
beforeEach(async () => {
  server = new Server();
  for (const name of ['ann', 'bob', 'cid']) await server.log(await keyOf(name));
});
const problem = (name: string) => ({ problem: name });

describe('a contact’s key', () => {
  it('is proven if it is the newest of its address', async () => {
    await device(server).log.requireLogged(await keyOf('bob'));
    await server.log(await keyOf('bob', 2));
    await device(server).log.requireLogged(await keyOf('bob', 2));
  });

  it('is refused if the log has another, a newer, one of another user, or none', async () => {
    const bob = await keyOf('bob');
    const { log } = device(server);
    const refused = (changed: Partial<KeyOwner>) =>
      expect(log.requireLogged({ ...bob, ...changed })).rejects.toMatchObject(problem('KEY_NOT_LOGGED'));
    await refused({ keyId: await sha256(utf8('another')) });
    await refused({ userId: userOf('x') });
    await refused({ epoch: 2 });
    await refused({ address: 'dan@example.com' });
    await server.log(await keyOf('bob', 2));
    await refused({});
  });

  it('is refused if the answer hides, changes, swaps or adds an entry', async () => {
    const lies: ((entries: string[]) => string[])[] = [
      (entries) => entries.slice(0, -1),
      (entries) => entries.slice(1),
      ([first = '', ...others]) => [first.replace(/.$/, (char) => (char === 'A' ? 'E' : 'A')), ...others],
      ([first = '', second = '', ...others]) => [second, first, ...others],
      () => [],
      () => ['AAAA'],
    ];
    for (const change of lies) {
      const lie = (path: string, answer: object) =>
        path.includes('entries') ? { entries: change((answer as { entries: string[] }).entries) } : answer;
      await expect(device(server, lie).log.requireLogged(await keyOf('bob'))).rejects.toMatchObject({
        problem: expect.stringMatching(/KEY_LOG_INVALID|MALFORMED/),
      });
    }
  });
});

describe('one’s own address', () => {
  it('is fine with one’s keys of all epochs, and the next audit reads only what is new', async () => {
    const { log } = device(server);
    await server.log(await keyOf('ann', 2));
    await log.auditOwn(await keyOf('ann', 2));
    for (let n = 0; n < 300; n += 1) await server.log(await keyOf(String.fromCharCode(1000 + n)));
    await log.auditOwn(await keyOf('ann', 2));
    server.requests = [];
    await log.auditOwn(await keyOf('ann', 2));
    expect(server.requests).toEqual(['/api/key-log']);
    await server.log(await keyOf('ann', 3));
    await log.auditOwn(await keyOf('ann', 3));
  });

  it.each<[string, (server: Server) => Promise<void>]>([
    ['a newer key', async (at) => at.log(await keyOf('ann', 2))],
    ['another key of the same epoch', async (at) => at.log(await keyOf('ann'), { keyId: await sha256(utf8('evil')) })],
    ['a key of another user', async (at) => at.log(await keyOf('ann'), { userId: userOf('x') })],
    [
      'an earlier epoch twice',
      async (at) => at.log(await keyOf('ann'), { epoch: 0, keyId: await sha256(utf8('evil')) }),
    ],
  ])('alarms about %s, now and at each later audit', async (_, attack) => {
    const { log } = device(server);
    await log.auditOwn(await keyOf('ann'));
    await attack(server);
    for (let again = 0; again < 2; again += 1)
      await expect(log.auditOwn(await keyOf('ann'))).rejects.toMatchObject(problem('KEY_UNEXPECTED'));
  });

  it('alarms about a foreign key between one’s own', async () => {
    await server.log(await keyOf('ann'), { keyId: await sha256(utf8('evil')) });
    await server.log(await keyOf('ann', 2));
    await expect(device(server).log.auditOwn(await keyOf('ann', 2))).rejects.toMatchObject(problem('KEY_UNEXPECTED'));
  });

  it('alarms too if a contact was looked up in between', async () => {
    const { log } = device(server);
    await log.auditOwn(await keyOf('ann'));
    await server.log(await keyOf('ann', 2));
    await log.requireLogged(await keyOf('bob'));
    await expect(log.auditOwn(await keyOf('ann'))).rejects.toMatchObject(problem('KEY_UNEXPECTED'));
  });

  it('knows the keys that their owner has confirmed', async () => {
    const { log } = device(server);
    const again = { ...(await keyOf('ann')), keyId: await sha256(utf8('the same key in another form')) };
    await server.log(again);
    await log.auditOwn(again, [(await keyOf('ann')).keyId]);
  });

  it('must be in the log', async () => {
    await expect(device(server).log.auditOwn(await keyOf('dan'))).rejects.toMatchObject(problem('KEY_NOT_LOGGED'));
  });
});

describe('what a device has seen', () => {
  it('stays in the log: neither a shorter nor a rewritten one is accepted', async () => {
    const { log, stored } = device(server);
    await log.auditOwn(await keyOf('ann'));
    const memory = stored.memory;
    const last = server.leaves.pop()!;
    await expect(log.requireLogged(await keyOf('bob'))).rejects.toMatchObject(problem('KEY_LOG_SPLIT'));
    await server.log(await keyOf('dan'));
    await expect(log.requireLogged(await keyOf('bob'))).rejects.toMatchObject(problem('KEY_LOG_SPLIT'));
    server.leaves.push(last);
    await expect(log.auditOwn(await keyOf('ann'))).rejects.toMatchObject(problem('KEY_LOG_SPLIT'));
    expect(stored.memory).toEqual(memory);
  });

  it('is signed with the key that this device saw first', async () => {
    const { log, lyingTo } = device(server);
    await log.auditOwn(await keyOf('ann'));
    const other = new Server();
    other.leaves = server.leaves;
    const state = await other.state();
    const liar = lyingTo((path, answer) => (path.endsWith('/key-log') ? state : answer));
    await expect(liar.auditOwn(await keyOf('ann'))).rejects.toMatchObject(problem('BAD_SIGNATURE'));
  });

  it('is what a partner has seen, or both find out', async () => {
    const [mine, partners] = [device(server), device(server)];
    const early = await partners.log.checkpoint();
    await server.log(await keyOf('dan'));
    await mine.log.requireConsistent(early);
    const honest = [...server.leaves];
    server.leaves[1] = encodeEntry({ ...(await keyOf('bob')), label: await testLabel('evil', keyLogOrigin), time: 1 });
    const split = await device(server).log.checkpoint();
    server.leaves = honest;
    await expect(mine.log.requireConsistent(split)).rejects.toMatchObject(problem('KEY_LOG_SPLIT'));
    await server.log(await keyOf('eve'));
    const newer = await device(server).log.checkpoint();
    server.leaves.pop();
    await expect(mine.log.requireConsistent(newer)).rejects.toMatchObject(problem('KEY_LOG_SPLIT'));
    await expect(mine.log.requireConsistent('what?')).rejects.toMatchObject(problem('MALFORMED'));
  });
});
