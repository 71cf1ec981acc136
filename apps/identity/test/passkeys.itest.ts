import { randomBytes } from 'node:crypto';
import { identity, identityEvents } from '@tradepost/contracts/identity';
import { authenticatorCode } from '@tradepost/testing/authenticator';
import { setDate } from '@tradepost/testing/clock';
import { AccountsRepository } from '../src/account/accounts.repository';
import { SessionOpener } from '../src/sign-in/session-opener';
import { anonymous, password, startFixture, tally, type Fixture } from './fixture';
import { passkeysOf } from './passkey-kit';
import { SoftwareAuthenticator } from './software-authenticator';
import { vaultsOf } from './vault-kit';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture({ PASSKEYS_PER_ACCOUNT: '3', PASSKEY_CHALLENGES_PER_ACCOUNT: '40' });
});
afterAll(() => fixture.stop());

const { add, signIn } = passkeysOf(() => fixture);
const vaults = vaultsOf(() => fixture);
const list = (who: Parameters<typeof add>[0]) => fixture.call(identity.passkeys, {}, who);
const invalid = { code: 'PASSKEY_INVALID', status: 400 };

describe('a new passkey', () => {
  it('is listed to its owner only, reported by mail and in the log, and can be removed', async () => {
    const [ann, tom] = [await fixture.member(), await fixture.member()];
    const first = await add(ann, { name: 'Laptop' });
    const second = await add(ann, { name: 'Phone' });
    expect(await list(ann)).toEqual([
      { id: second.id, name: 'Phone', createdAt: expect.any(String), lastUsedAt: null, opensVault: false },
      { id: first.id, name: 'Laptop', createdAt: expect.any(String), lastUsedAt: null, opensVault: false },
    ]);
    expect(await list(tom)).toEqual([]);
    await expect(fixture.call(identity.removePasskey, { id: first.id }, tom)).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    await fixture.call(identity.removePasskey, { id: second.id }, ann);
    expect(await list(ann)).toMatchObject([{ name: 'Laptop' }]);
    await expect(fixture.call(identity.removePasskey, { id: second.id }, ann)).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    await expect(signIn(second.authenticator)).rejects.toMatchObject({ code: 'PASSKEY_REFUSED' });
    const of = <T extends { userId: string }>(events: T[]) => events.filter(({ userId }) => userId === ann.userId);
    const { userId, email } = ann;
    expect(of(await fixture.published(identityEvents.passkeyAdded))).toEqual([
      { userId, email, name: 'Laptop', opensVault: false },
      { userId, email, name: 'Phone', opensVault: false },
    ]);
    expect(of(await fixture.published(identityEvents.passkeyRemoved))).toEqual([{ userId, email, name: 'Phone' }]);
    expect((await fixture.mails('passkey-changed', email)).map(({ data }) => [data.name, data.added])).toEqual([
      ['Laptop', true],
      ['Phone', true],
      ['Phone', false],
    ]);
  });

  it('ends with its removal the other sessions that it opened', async () => {
    const ann = await fixture.member();
    const [first, second] = [await add(ann), await add(ann)];
    const bearer = async ({ token }: { token: string }) => fixture.bearer(token);
    const byFirst = [await signIn(first.authenticator), await signIn(first.authenticator)] as const;
    const others = [await signIn(second.authenticator), await fixture.login(ann.email)];
    await fixture.call(identity.removePasskey, { id: first.id }, (await bearer(byFirst[0]))!);
    expect(await bearer(byFirst[1])).toBeNull();
    for (const live of [byFirst[0], ...others]) expect(await bearer(live)).not.toBeNull();
  });

  it('opens no session that its removal would miss', async () => {
    const ann = await fixture.member();
    const { id } = await add(ann);
    const account = (await fixture.app.get(AccountsRepository).toSignInById(ann.userId, anonymous))!;
    const open = () =>
      fixture.db.transaction((tx) =>
        fixture.app
          .get(SessionOpener)
          .open(tx, account, { actor: anonymous, portal: 'sender', passkeyId: id }, { by: 'passkey' }),
      );
    expect(await open()).toHaveProperty('token');
    await fixture.call(identity.removePasskey, { id }, ann);
    await expect(open()).rejects.toMatchObject({ code: 'PASSKEY_REFUSED' });
  });

  it('needs the password', async () => {
    const ann = await fixture.member();
    const start = (given: object) => fixture.call(identity.startPasskey, given as never, ann);
    await expect(start({})).rejects.toMatchObject({ code: 'INVALID' });
    await expect(start({ code: '123456' })).rejects.toMatchObject({ code: 'INVALID' });
    await expect(start({ password: 'a wrong password' })).rejects.toMatchObject({ code: 'PASSWORD_WRONG' });
    const { challenge } = await fixture.call(identity.startPasskeySignIn, {}, ann);
    const passkey = new SoftwareAuthenticator().create({ challenge, user: { id: 'AAAA', name: '', displayName: '' } });
    await expect(fixture.call(identity.addPasskey, { name: 'Mine', passkey }, ann)).rejects.toMatchObject(invalid);
  });

  it('needs the password and a code where two-step sign-in is on: a passkey counts as both steps', async () => {
    setDate(Date.now());
    const ann = await fixture.member();
    const { secret } = await fixture.call(identity.beginTotp, { password }, ann);
    const { recoveryCodes } = await fixture.call(identity.confirmTotp, { code: authenticatorCode(secret) }, ann);
    const start = (given: object) => fixture.call(identity.startPasskey, given as never, ann);
    const code = recoveryCodes[0]!;
    await expect(start({ password })).rejects.toMatchObject({ code: 'INVALID', errors: [{ field: 'code' }] });
    await expect(start({ code })).rejects.toMatchObject({ code: 'INVALID' });
    await expect(start({ password: 'a wrong password', code })).rejects.toMatchObject({ code: 'PASSWORD_WRONG' });
    await expect(start({ password, code: '000000' })).rejects.toMatchObject({ code: 'TOTP_INVALID' });
    const passkey = new SoftwareAuthenticator().create(await start({ password, code }));
    await expect(start({ password, code })).rejects.toMatchObject({ code: 'TOTP_INVALID' });
    await fixture.call(identity.addPasskey, { name: 'Laptop', passkey }, ann);
    expect(await list(ann)).toHaveLength(1);
    jest.useRealTimers();
  });

  it('is refused beyond the limit of the account, also among parallel calls', async () => {
    const ann = await fixture.member();
    const creations = await Promise.all(
      Array.from({ length: 5 }, () => fixture.call(identity.startPasskey, { password }, ann)),
    );
    const added = creations.map((creation) =>
      fixture.call(identity.addPasskey, { name: 'Key', passkey: new SoftwareAuthenticator().create(creation) }, ann),
    );
    expect(tally(await Promise.allSettled(added))).toEqual({ ok: 3, PASSKEYS_FULL: 2 });
    await expect(fixture.call(identity.startPasskey, { password }, ann)).rejects.toMatchObject({
      code: 'PASSKEYS_FULL',
      status: 409,
    });
  });

  it('gets the handle of its account and the credentials that an authenticator already has', async () => {
    const ann = await fixture.member();
    const { authenticator } = await add(ann);
    expect(await fixture.call(identity.startPasskey, { password }, ann)).toMatchObject({
      rpId: 'tradepost.test',
      user: { id: Buffer.from(ann.userId.replaceAll('-', ''), 'hex').toString('base64url'), name: ann.email },
      exclude: [authenticator.id],
    });
  });

  it.each([
    ['another origin', { origin: 'https://tradepost.test.evil.example' }],
    ['another site', { rpId: 'evil.example' }],
    ['a frame of another site', { crossOrigin: true }],
    ['a frame of a site that the browser names', { topOrigin: 'https://evil.example' }],
    ['a challenge that was not issued', { challenge: randomBytes(32).toString('base64url') }],
    ['the answer to another call', { type: 'webauthn.get' }],
    ['an unverified user', { isUserVerified: false }],
    ['an absent user', { isUserPresent: false }],
    ['certificates, which nobody asked for', { fmt: 'packed', certificates: [new Uint8Array(randomBytes(64))] }],
    ['another format', { fmt: 'tpm' }],
  ])('is refused for %s', async (_what, stated) => {
    const ann = await fixture.member();
    const creation = await fixture.call(identity.startPasskey, { password }, ann);
    const passkey = new SoftwareAuthenticator().create(creation, stated);
    await expect(fixture.call(identity.addPasskey, { name: 'Key', passkey }, ann)).rejects.toMatchObject(invalid);
    expect(await list(ann)).toEqual([]);
  });

  it('is refused for the challenge of another session, person or time, and for one that was used', async () => {
    const [ann, tom] = [await fixture.member(), await fixture.member()];
    const elsewhere = (await fixture.bearer((await fixture.login(ann.email)).token))!;
    const creation = await fixture.call(identity.startPasskey, { password }, ann);
    const passkey = new SoftwareAuthenticator().create(creation);
    for (const who of [tom, elsewhere])
      await expect(fixture.call(identity.addPasskey, { name: 'Key', passkey }, who)).rejects.toMatchObject(invalid);
    await fixture.call(identity.addPasskey, { name: 'Key', passkey }, ann);
    await expect(fixture.call(identity.addPasskey, { name: 'Key', passkey }, ann)).rejects.toMatchObject(invalid);
    const late = new SoftwareAuthenticator().create(await fixture.call(identity.startPasskey, { password }, ann));
    await fixture.db.source.query(`UPDATE passkey_challenge SET expires_at = now()`);
    await expect(fixture.call(identity.addPasskey, { name: 'Key', passkey: late }, ann)).rejects.toMatchObject(invalid);
  });

  it('is not taken from the account that has it', async () => {
    const [ann, tom] = [await fixture.member(), await fixture.member()];
    const { authenticator } = await add(ann);
    const passkey = authenticator.create(await fixture.call(identity.startPasskey, { password }, tom));
    await expect(fixture.call(identity.addPasskey, { name: 'Key', passkey }, tom)).rejects.toMatchObject(invalid);
    expect(await list(tom)).toEqual([]);
  });

  it.each([
    ['no JSON', { clientDataJSON: 'AAAA' }],
    ['no CBOR', { attestationObject: randomBytes(200).toString('base64url') }],
    ['another id', { id: randomBytes(32).toString('base64url') }],
  ])('is refused with %s', async (_what, changed) => {
    const ann = await fixture.member();
    const made = new SoftwareAuthenticator().create(await fixture.call(identity.startPasskey, { password }, ann));
    const passkey = { ...made, ...changed };
    await expect(fixture.call(identity.addPasskey, { name: 'Key', passkey }, ann)).rejects.toMatchObject(invalid);
  });

  it.each([
    ['attestationObject', 'A'.repeat(30_000)],
    ['clientDataJSON', 'A'.repeat(10_000)],
    ['id', 'A'.repeat(2_000)],
    ['attestationObject', 'not base64url!'.repeat(10)],
  ])('with a %s that cannot be one is not valid', async (field, value) => {
    const ann = await fixture.member();
    const made = new SoftwareAuthenticator().create({ challenge: '', user: { id: '', name: '', displayName: '' } });
    const passkey = { ...made, [field]: value };
    await expect(fixture.call(identity.addPasskey, { name: 'Key', passkey }, ann)).rejects.toMatchObject({
      code: 'INVALID',
    });
  });
});

describe('a passkey that opens the vault', () => {
  const wrap = randomBytes(60).toString('base64url');

  it('gets its wrap at sign-in, also after a change of the password, until there are new keys or it is removed', async () => {
    const { who: ann } = await vaults.keyed();
    const { authenticator, passkey } = await add(ann, { epoch: 1, wrap });
    expect(passkey.opensVault).toBe(true);
    expect((await signIn(authenticator)).vault).toEqual({ epoch: 1, wrap });
    expect((await fixture.published(identityEvents.passkeyAdded)).at(-1)).toMatchObject({ opensVault: true });
    const stored = () => fixture.db.source.query('SELECT 1 FROM passkey WHERE wrap = $1', [wrap]);
    const { password: record } = await fixture.record(ann.email, 'another horse!');
    const change = { current: await fixture.proofOf(ann.email), password: record, epoch: 1, wrap };
    await fixture.call(identity.changePassword, change, ann);
    expect((await signIn(authenticator)).vault).toEqual({ epoch: 1, wrap });
    const { sent } = await vaults.made(ann, 2, 'another horse!');
    await vaults.create(ann, sent);
    expect((await signIn(authenticator)).vault).toBeNull();
    expect(await list(ann)).toMatchObject([{ opensVault: false }]);
    expect(await stored()).toEqual([]);
  });

  it('loses its wrap when it is removed', async () => {
    const { who: ann } = await vaults.keyed();
    const { id } = await add(ann, { epoch: 1, wrap });
    await fixture.call(identity.removePasskey, { id }, ann);
    expect(await fixture.db.source.query('SELECT 1 FROM passkey WHERE wrap = $1', [wrap])).toEqual([]);
  });

  it('is refused for keys that are not the current ones, or a wrap without its epoch', async () => {
    const { who: ann } = await vaults.keyed();
    await expect(add(ann, { epoch: 2, wrap })).rejects.toMatchObject({ code: 'KEYS_STALE' });
    await expect(add(ann, { wrap })).rejects.toMatchObject({ code: 'INVALID' });
    await expect(add(await fixture.member(), { epoch: 1, wrap })).rejects.toMatchObject({ code: 'KEYS_STALE' });
    expect(await list(ann)).toEqual([]);
  });
});
