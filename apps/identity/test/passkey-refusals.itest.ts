import { randomBytes } from 'node:crypto';
import type { UserActor } from '@tradepost/contracts/actor';
import { identity, identityEvents } from '@tradepost/contracts/identity';
import { at, password, startFixture, tally, type Fixture } from './fixture';
import { passkeysOf } from './passkey-kit';
import { SoftwareAuthenticator } from './software-authenticator';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture({
    LOGIN_FREE_FAILURES: '50',
    PASSKEY_CHALLENGES_PER_NETWORK: '60',
    LOGIN_FAILURES_PER_ADDRESS: '40',
  });
});
afterAll(() => fixture.stop());

const { add, challenge, enter, signIn } = passkeysOf(() => fixture);
const refused = {
  code: 'PASSKEY_REFUSED',
  status: 401,
  message: 'This passkey cannot be used here. Try the sign-in page of the other side, or sign in with your password.',
};
const copies = async ({ userId }: UserActor) =>
  (await fixture.published(identityEvents.passkeyCopied)).filter((event) => event.userId === userId);

let network = 0;
/** Limits count each network alone. */
const somewhere = () => at(`198.51.100.${(network += 1)}`);

describe('a sign-in with a passkey is refused', () => {
  it.each([
    ['of another origin', { origin: 'https://tradepost.test:8443' }],
    ['of another site', { rpId: 'evil.example' }],
    ['used in a frame of another site', { crossOrigin: true }],
    ['used in a frame of a site that the browser names', { topOrigin: 'https://evil.example' }],
    ['that answers another call', { type: 'webauthn.create' }],
    ['without a verified user', { isUserVerified: false }],
    ['without a present user', { isUserPresent: false }],
    ['with a challenge that was not issued', { challenge: randomBytes(32).toString('base64url') }],
    ['with a challenge that is none', { challenge: 'x' }],
    ['of a handle that is not its own', { userHandle: randomBytes(16).toString('base64url') }],
  ])('%s', async (_what, stated) => {
    const { authenticator } = await add(await fixture.member());
    const from = somewhere();
    await expect(enter(authenticator.get(await challenge('sign-in', from), stated), 'sender', from)).rejects.toEqual(
      expect.objectContaining(refused),
    );
    expect(await signIn(authenticator, 'sender', from)).toHaveProperty('token');
  });

  it('with the signature, data or id of another passkey', async () => {
    const { authenticator } = await add(await fixture.member());
    const { authenticator: other } = await add(await fixture.member());
    const from = somewhere();
    for (const field of ['signature', 'authenticatorData', 'id', 'userHandle'] as const) {
      const issued = await challenge('sign-in', from);
      const passkey = { ...authenticator.get(issued), [field]: other.get(issued, { counter: 50 })[field] };
      await expect(enter(passkey, 'sender', from)).rejects.toMatchObject(refused);
    }
  });

  it('when its challenge was used before, also by a call that failed or runs at the same time', async () => {
    const { authenticator } = await add(await fixture.member());
    const from = somewhere();
    const issued = await challenge('sign-in', from);
    const passkey = authenticator.get(issued);
    await enter(passkey, 'sender', from);
    await expect(enter(passkey, 'sender', from)).rejects.toMatchObject(refused);
    await expect(enter(authenticator.get(issued), 'sender', from)).rejects.toMatchObject(refused);
    const next = await challenge('sign-in', from);
    await expect(enter(authenticator.get(next, { isUserVerified: false }), 'sender', from)).rejects.toMatchObject(
      refused,
    );
    await expect(enter(authenticator.get(next), 'sender', from)).rejects.toMatchObject(refused);
    const once = authenticator.get(await challenge('sign-in', from));
    expect(tally(await Promise.allSettled(Array.from({ length: 8 }, () => enter(once, 'sender', from))))).toEqual({
      ok: 1,
      PASSKEY_REFUSED: 7,
    });
  });

  it('when its challenge was issued for something else, or has expired', async () => {
    const ann = await fixture.member();
    const { authenticator } = await add(ann);
    const from = somewhere();
    for (const issued of [
      await challenge('second-step', from),
      await fixture.call(identity.startPasskey, { password }, ann),
    ])
      await expect(enter(authenticator.get(issued), 'sender', from)).rejects.toMatchObject(refused);
    const late = await challenge('sign-in', from);
    await fixture.db.source.query('UPDATE passkey_challenge SET expires_at = now() WHERE challenge = $1', [
      late.challenge,
    ]);
    await expect(enter(authenticator.get(late), 'sender', from)).rejects.toMatchObject(refused);
    await challenge('sign-in', from);
    expect(
      await fixture.db.source.query('SELECT 1 FROM passkey_challenge WHERE challenge = $1', [late.challenge]),
    ).toEqual([]);
  });

  it('when its counter goes back or stays, which is mailed to the owner once a day', async () => {
    const ann = await fixture.member();
    const { authenticator } = await add(ann, { name: 'Cloned key' });
    const from = somewhere();
    const by = async (counter: number) =>
      enter(authenticator.get(await challenge('sign-in', from), { counter }), 'sender', from);
    await by(10);
    for (const counter of [10, 9, -1]) await expect(by(counter)).rejects.toMatchObject(refused);
    expect(await copies(ann)).toEqual(Array(3).fill({ userId: ann.userId, email: ann.email, name: 'Cloned key' }));
    expect((await fixture.mails('passkey-copied', ann.email)).map(({ data }) => data.name)).toEqual(['Cloned key']);
    await by(11);
    expect(await copies(ann)).toHaveLength(3);
  });

  it('when two devices use one counter at once', async () => {
    const { authenticator } = await add(await fixture.member());
    const from = somewhere();
    const [one, two] = [await challenge('sign-in', from), await challenge('sign-in', from)];
    const both = [one, two].map((issued) => enter(authenticator.get(issued, { counter: 20 }), 'sender', from));
    expect(tally(await Promise.allSettled(both))).toEqual({ ok: 1, PASSKEY_REFUSED: 1 });
  });

  it('never because of an authenticator that does not count', async () => {
    const ann = await fixture.member();
    const { authenticator } = await add(ann, { authenticator: new SoftwareAuthenticator(0, false) });
    for (let i = 0; i < 3; i += 1) await signIn(authenticator);
    expect(await copies(ann)).toEqual([]);
  });

  it('with garbage', async () => {
    const { authenticator } = await add(await fixture.member());
    const from = somewhere();
    const right = authenticator.get(await challenge('sign-in', from));
    const noise = () => randomBytes(80).toString('base64url');
    for (const changed of [
      { clientDataJSON: noise() },
      { clientDataJSON: Buffer.from('null').toString('base64url') },
      { clientDataJSON: Buffer.from('{"challenge":{}}').toString('base64url') },
      { authenticatorData: noise() },
      { signature: noise() },
    ])
      await expect(enter({ ...right, ...changed }, 'sender', from)).rejects.toMatchObject(refused);
    for (const [field, value] of Object.entries({
      clientDataJSON: 'A'.repeat(6_000),
      authenticatorData: 'A'.repeat(6_000),
      signature: 'A'.repeat(3_000),
      userHandle: 'A'.repeat(100),
      id: 'not base64url',
    }))
      await expect(enter({ ...right, [field]: value }, 'sender', from)).rejects.toMatchObject({ code: 'INVALID' });
  });
});
