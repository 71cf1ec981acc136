import { randomUUID } from 'node:crypto';
import type { Actor } from '@tradepost/contracts/actor';
import { identity } from '@tradepost/contracts/identity';
import { passwordWork } from '@tradepost/sealing/keys/opaque';
import { LoginThrottle } from '../src/session/login-throttle';
import { newEmail, password, startFixture, tally, type Fixture } from './fixture';

let fixture: Fixture;
let request: string;
beforeAll(async () => {
  fixture = await startFixture();
  request = (await passwordWork.startProof({ text: password, kind: 'password' })).request;
});
afterAll(() => fixture.stop());

const query = (text: string, values?: unknown[]) => fixture.db.source.query(text, values);
const tooMany = { code: 'TOO_MANY', status: 429 };
let networks = 0;
/** A browser, in a network of its own. */
const browserWith = (device: string): Actor => ({ kind: 'public', ip: `198.51.100.${(networks += 1)}`, device });
const start = (email: string, from: Actor, given = request) =>
  fixture.call(identity.startProof, { email, request: given }, from);
const usesOf = async (email: string): Promise<string[]> => {
  const rows: { used: string }[] = await query(
    `SELECT limit_name || ' ' || regexp_replace(key, '^\\S+@\\S+ ?', '') AS used FROM limit_use WHERE limit_name LIKE 'logins%' AND key LIKE lower($1) || '%' ORDER BY 1`,
    [email],
  );
  return rows.map(({ used }) => used);
};
const attempts = async (): Promise<number> => (await query('SELECT count(*)::int AS n FROM proof_attempt'))[0].n;

/** An account, and the browser that it has signed in with. */
async function known() {
  const { email } = await fixture.member();
  const device = randomUUID();
  const browser = browserWith(device);
  const signIn = async () => {
    const { proof } = (await fixture.prove(email, password, browser))!;
    return fixture.call(identity.login, { email, password: proof, portal: 'sender', device }, browser);
  };
  await signIn();
  return { email, device, browser, signIn };
}

describe('in a browser that the account knows, the start of a proof', () => {
  it('counts for the browser alone, until a proof is accepted', async () => {
    const { email, device, browser, signIn } = await known();
    await start(email, browser);
    expect(await usesOf(email)).toEqual([`loginsWithoutDelay device ${device}`]);
    for (let n = 0; n < 3; n += 1) await start(email, browser);
    await signIn();
    expect(await usesOf(email)).toEqual([]);
    for (let n = 0; n < 5; n += 1) await start(email, browser);
    await expect(start(email, browser)).rejects.toMatchObject(tooMany);
    await expect(signIn()).rejects.toMatchObject(tooMany);
    expect(await start(email, browserWith(randomUUID()))).toHaveProperty('response');
  });

  it('is counted before the next begins, however many come at once', async () => {
    const { email, browser } = await known();
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => start(email, browser)));
    expect(tally(outcomes)).toEqual({ ok: 5, TOO_MANY: 15 });
    const throttle = fixture.app.get(LoginThrottle);
    const began: string[] = [];
    const held = (name: string, device: string) => {
      let end = () => undefined as void;
      const work = () => {
        began.push(name);
        return new Promise<void>((resolve) => (end = resolve));
      };
      const done = throttle.onDevice(email, device, { id: randomUUID(), start: work });
      return { done, end: () => end() };
    };
    const [first, second, other] = [held('first', 'one'), held('second', 'one'), held('other', 'two')];
    expect(began).toEqual(['first', 'other']);
    first.end();
    await first.done;
    expect(began).toEqual(['first', 'other', 'second']);
    second.end();
    other.end();
    await Promise.all([second.done, other.done]);
  });

  it('does not allow more guesses to those who send many at once', async () => {
    const { email, browser } = await known();
    const guess = {
      email,
      password: await fixture.proofOf((await fixture.member()).email),
      portal: 'sender' as const,
    };
    const guesses = Array.from({ length: 20 }, () => fixture.call(identity.login, guess, browser));
    expect(tally(await Promise.allSettled(guesses))).toEqual({ BAD_CREDENTIALS: 5, TOO_MANY: 15 });
  });

  it('does not count a message that is none of the protocol', async () => {
    const { email, browser, signIn } = await known();
    for (const given of ['A'.repeat(128), '_'.repeat(128)])
      await expect(start(email, browser, given)).rejects.toMatchObject({ code: 'INVALID', status: 400 });
    expect(await usesOf(email)).toEqual([]);
    await signIn();
  });

  it('is one more attempt, which works once', async () => {
    const { email, browser } = await known();
    const before = await attempts();
    const { proof } = (await fixture.prove(email, password, browser))!;
    expect(await attempts()).toBe(before + 1);
    const login = () => fixture.call(identity.login, { email, password: proof, portal: 'sender' }, browser);
    await login();
    expect(await attempts()).toBe(before);
    await expect(login()).rejects.toMatchObject({ code: 'BAD_CREDENTIALS' });
  });
});

describe('in a browser that the account does not know, the start of a proof', () => {
  const strangers = async (email: string, device: string) => {
    const before = await attempts();
    await start(email, browserWith(device));
    expect(await attempts()).toBe(before + 1);
    return usesOf(email);
  };

  it('counts as that of a stranger, with and without an account', async () => {
    const { device } = await known();
    for (const email of [(await fixture.member()).email, newEmail()]) {
      const [ofAccount, ofNetwork, ...others] = await strangers(email, device);
      expect([ofAccount, others]).toEqual(['loginsOfAccount ', []]);
      expect(ofNetwork).toMatch(/^loginsWithoutDelay 198\.51\.100\.\d+$/);
    }
  });

  it('counts as that of a stranger again once the browser is forgotten', async () => {
    const { email, device } = await known();
    await query("UPDATE known_device SET signed_in_at = now() - interval '91 days' WHERE device = $1", [device]);
    expect(await strangers(email, device)).toHaveLength(2);
  });
});
