import { routes } from '@tradepost/contracts/routes';
import { utf8, sha256 } from '@tradepost/sealing/crypto/bytes';
import { encodeEntry } from '@tradepost/sealing/key-log/entry';
import { keyLogOrigin, testLabel } from '../testing/key-log-server';
import type { KeyOwner } from './key-log';
import { userOf, keyOf, noOthers, device, LyingKeyLog, type Lie } from '../testing/lying-key-log';

let server: LyingKeyLog;
beforeEach(async () => {
  server = await LyingKeyLog.started();
});
const problem = (name: string) => ({ problem: name });

describe('a contact’s key', () => {
  it('is proven if it is the newest of its address', async () => {
    await device(server).log.requireLogged(await keyOf('bob'));
    await server.log(await keyOf('bob', 2));
    await device(server).log.requireLogged(await keyOf('bob', 2));
  });

  it('is refused if the log has another key, a newer key, a key of another user, or none', async () => {
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
      const lie: Lie = (route, answer) =>
        route === routes.keyLogEntries ? { entries: change((answer as { entries: string[] }).entries) } : answer;
      await expect(device(server, lie).log.requireLogged(await keyOf('bob'))).rejects.toMatchObject({
        problem: expect.stringMatching(/KEY_LOG_INVALID|MALFORMED/),
      });
    }
  });
});

describe('the user’s own address', () => {
  it('is accepted with the user’s keys of all epochs, and the next audit reads only new entries', async () => {
    const { log } = device(server);
    await server.log(await keyOf('ann', 2));
    await log.auditOwn(await keyOf('ann', 2), noOthers);
    for (let n = 0; n < 300; n += 1) await server.log(await keyOf(String.fromCharCode(1000 + n)));
    await log.auditOwn(await keyOf('ann', 2), noOthers);
    server.calls = [];
    await log.auditOwn(await keyOf('ann', 2), noOthers);
    expect(server.calls).toEqual([routes.keyLog]);
    await server.log(await keyOf('ann', 3));
    await log.auditOwn(await keyOf('ann', 3), noOthers);
  });

  it.each<[string, (server: LyingKeyLog) => Promise<void>]>([
    ['a newer key', async (at) => at.log(await keyOf('ann', 2))],
    ['another key of the same epoch', async (at) => at.log(await keyOf('ann'), { keyId: await sha256(utf8('evil')) })],
    ['a key of another user', async (at) => at.log(await keyOf('ann'), { userId: userOf('x') })],
    [
      'an earlier epoch twice',
      async (at) => at.log(await keyOf('ann'), { epoch: 0, keyId: await sha256(utf8('evil')) }),
    ],
  ])('alarms about %s, now and at each later audit', async (_, attack) => {
    const { log } = device(server);
    await log.auditOwn(await keyOf('ann'), noOthers);
    await attack(server);
    for (let again = 0; again < 2; again += 1)
      await expect(log.auditOwn(await keyOf('ann'), noOthers)).rejects.toMatchObject(problem('KEY_UNEXPECTED'));
  });

  it('is refused with a foreign key between the user’s own keys', async () => {
    await server.log(await keyOf('ann'), { keyId: await sha256(utf8('evil')) });
    await server.log(await keyOf('ann', 2));
    await expect(device(server).log.auditOwn(await keyOf('ann', 2), noOthers)).rejects.toMatchObject(
      problem('KEY_UNEXPECTED'),
    );
  });

  it('is also refused if a contact was looked up in between', async () => {
    const { log } = device(server);
    await log.auditOwn(await keyOf('ann'), noOthers);
    await server.log(await keyOf('ann', 2));
    await log.requireLogged(await keyOf('bob'));
    await expect(log.auditOwn(await keyOf('ann'), noOthers)).rejects.toMatchObject(problem('KEY_UNEXPECTED'));
  });

  it('does not accept a key of an earlier epoch that the owner’s ledger does not list', async () => {
    await server.log(await keyOf('ann', 2));
    const [first, second] = [await keyOf('ann'), await keyOf('ann', 2)];
    expect(await device(server).log.formerKeys(second)).toEqual([first.keyId]);
    await device(server).log.auditOwn(second, { confirmed: [], former: [first.keyId] });
    const audit = device(server).log.auditOwn(second, { confirmed: [], former: [] });
    await expect(audit).rejects.toMatchObject(problem('KEY_UNEXPECTED'));
  });

  it('is searched again from the start if the owner’s address changed', async () => {
    const { log } = device(server);
    await log.auditOwn(await keyOf('ann'), noOthers);
    const renamed = { ...(await keyOf('ann')), address: 'ann@example.net' };
    await expect(log.auditOwn(renamed, noOthers)).rejects.toMatchObject(problem('KEY_NOT_LOGGED'));
  });

  it('accepts the keys that their owner has confirmed', async () => {
    const { log } = device(server);
    const again = { ...(await keyOf('ann')), keyId: await sha256(utf8('the same key in another form')) };
    await server.log(again);
    await log.auditOwn(again, { confirmed: [(await keyOf('ann')).keyId], former: [] });
  });

  it('must be in the log', async () => {
    await expect(device(server).log.auditOwn(await keyOf('dan'), noOthers)).rejects.toMatchObject(
      problem('KEY_NOT_LOGGED'),
    );
  });
});

describe('the state of a device', () => {
  it('must be part of the log: neither a shorter nor a rewritten log is accepted', async () => {
    const { log, known } = device(server);
    await log.auditOwn(await keyOf('ann'), noOthers);
    const memory = await known();
    const last = server.leaves.pop()!;
    await expect(log.requireLogged(await keyOf('bob'))).rejects.toMatchObject(problem('KEY_LOG_SPLIT'));
    await server.log(await keyOf('dan'));
    await expect(log.requireLogged(await keyOf('bob'))).rejects.toMatchObject(problem('KEY_LOG_SPLIT'));
    server.leaves.push(last);
    await expect(log.auditOwn(await keyOf('ann'), noOthers)).rejects.toMatchObject(problem('KEY_LOG_SPLIT'));
    expect(await known()).toEqual({ ...memory, conflict: expect.objectContaining({ own: memory!.checkpoint }) });
  });

  it('must be signed with the key that this device saw first', async () => {
    const { log, lyingTo } = device(server);
    await log.auditOwn(await keyOf('ann'), noOthers);
    const other = new LyingKeyLog();
    other.leaves = server.leaves;
    const state = await other.state();
    const liar = lyingTo((route, answer) => (route === routes.keyLog ? state : answer));
    await expect(liar.auditOwn(await keyOf('ann'), noOthers)).rejects.toMatchObject(problem('BAD_SIGNATURE'));
  });
});

describe('a checkpoint that a partner has signed', () => {
  const early = async () => {
    const partner = device(server);
    await partner.log.verifyWhole();
    return partner.log.newestSeen();
  };
  /** Another log by the same key: another entry at the start. */
  const split = async () => {
    const honest = [...server.leaves];
    const label = await testLabel('evil', keyLogOrigin);
    server.leaves[1] = encodeEntry({ ...(await keyOf('bob')), label, time: 1 });
    const checkpoint = await early();
    server.leaves = honest;
    return checkpoint;
  };

  it('is accepted without reading the log if the log extends it, older or newer than the state of the device', async () => {
    const { log } = device(server);
    const first = await early();
    await server.log(await keyOf('dan'));
    await log.requireConsistent(await early(), 0);
    await log.requireConsistent(first, 0);
    expect(await log.newestSeen()).toBe(await early());
    await server.log(await keyOf('eve'));
    server.calls = [];
    await log.requireConsistent((await server.state()).checkpoint, 0);
    expect(server.calls).toEqual([routes.keyLog, routes.keyLogProof]);
    await log.requireConsistent('', 0);
  });

  it.each<[string, () => Promise<string>]>([
    ['of another log of the same size', split],
    [
      'of another, longer log',
      async () => {
        await server.log(await keyOf('eve'));
        const newer = await split();
        server.leaves.pop();
        return newer;
      },
    ],
    [
      'of another log that became longer since',
      async () => {
        const other = await split();
        await server.log(await keyOf('eve'));
        return other;
      },
    ],
    ['of a log with another key', async () => (await new LyingKeyLog().state()).checkpoint],
    ['that is none', async () => 'what?'],
  ])('%s stops this device, which saves both', async (_, checkpoint) => {
    const { log, known } = device(server);
    await log.auditOwn(await keyOf('ann'), noOthers);
    const other = await checkpoint();
    await expect(log.requireConsistent(other, 0)).rejects.toMatchObject(problem('KEY_LOG_SPLIT'));
    expect((await known())?.conflict?.other).toBe(other);
    await log.auditOwn(await keyOf('ann'), noOthers);
    expect((await known())?.conflict?.other).toBe(other);
  });

  it('is refused with a wrong proof', async () => {
    const first = await early();
    for (const name of ['dan', 'eve']) await server.log(await keyOf(name));
    for (const change of [() => [], (hashes: string[]) => hashes.toReversed(), (hashes: string[]) => hashes.slice(1)]) {
      const { log } = device(server, (route, answer) =>
        route === routes.keyLogProof ? { hashes: change((answer as { hashes: string[] }).hashes) } : answer,
      );
      await log.verifyWhole();
      await expect(log.requireConsistent(first, 0)).rejects.toMatchObject(problem('KEY_LOG_SPLIT'));
    }
  });
});
