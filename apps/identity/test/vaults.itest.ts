import { randomUUID } from 'node:crypto';
import type { UserActor } from '@tradepost/contracts/actor';
import { identity, identityEvents } from '@tradepost/contracts/identity';
import { toBase64url } from '@tradepost/sealing/bytes';
import { newPrelogin } from '@tradepost/sealing/password';
import { noPins, openPins, pin, sealPins } from '@tradepost/sealing/pins';
import { recoveryKek } from '@tradepost/sealing/recovery';
import { openVault, rewrapVault } from '@tradepost/sealing/vault';
import { tablesWith } from '@tradepost/testing/tables-with';
import { DeletionSweeper } from '../src/deletion.sweeper';
import { company, keysOf, password, startStage, tally, type Stage } from './stage';
import { vaultsOf } from './vault-kit';

let stage: Stage;
beforeAll(async () => {
  stage = await startStage({
    LOGIN_FREE_FAILURES: '50',
    LOGIN_FAILURES_PER_ACCOUNT: '60',
    LOGIN_FAILURES_PER_ADDRESS: '1000',
  });
}, 60_000);
afterAll(() => stage.stop(), 60_000);

const { kekOf, heldOf, made, create, keyed } = vaultsOf(() => stage);
const stale = { code: 'KEYS_STALE', status: 409 };

const opened = async (who: UserActor, given: string) => {
  const { vault, bundle } = (await heldOf(who)).keys!;
  return openVault(who.userId, vault, bundle, { kind: 'password', kek: await kekOf(who, given) });
};

describe('keys', () => {
  it('are kept as they were sent, and told', async () => {
    const ann = await stage.member();
    expect(await heldOf(ann)).toEqual({ epoch: 0, keys: null });
    const { sent, open } = await made(ann);
    const { password: _password, ...kept } = sent;
    const held = { epoch: 1, keys: { ...kept, revision: 0, recoverySaved: false } };
    expect(await create(ann, sent)).toEqual(held);
    expect(await heldOf(ann)).toEqual(held);
    expect((await opened(ann, password)).own.keyId).toEqual(open.own.keyId);
    expect((await stage.published(identityEvents.keysPublished)).filter(({ userId }) => userId === ann.userId)).toEqual(
      [
        {
          userId: ann.userId,
          email: ann.email,
          companyId: ann.companyId,
          companyName: ann.companyName,
          epoch: 1,
          keyId: toBase64url(open.own.keyId),
          changed: false,
        },
      ],
    );
  });

  it('take the place of the ones before, one epoch at a time, whoever is first', async () => {
    const { who: ann } = await keyed();
    for (const epoch of [1, 3]) await expect(create(ann, (await made(ann, epoch)).sent)).rejects.toMatchObject(stale);
    const rivals = [await made(ann, 2), await made(ann, 2)];
    expect(tally(await Promise.allSettled(rivals.map(({ sent }) => create(ann, sent))))).toEqual({
      ok: 1,
      KEYS_STALE: 1,
    });
    const { epoch, keys } = await heldOf(ann);
    expect(epoch).toBe(2);
    expect(rivals.map(({ sent }) => sent.bundle)).toContainEqual(keys!.bundle);
    expect(
      (await stage.published(identityEvents.keysPublished))
        .filter(({ userId }) => userId === ann.userId)
        .map(({ changed }) => changed),
    ).toEqual([false, true]);
    expect(
      await stage.db.source.query('SELECT epoch FROM key_bundle WHERE account_id = $1 ORDER BY epoch', [ann.userId]),
    ).toEqual([{ epoch: 1 }, { epoch: 2 }]);
  });

  it('must be proven to be the person’s own', async () => {
    const [ann, tom] = [await stage.member(), await stage.member()];
    const [{ sent }, other] = [await made(ann), await made(tom)];
    const unproven = { code: 'KEY_UNPROVEN', status: 400 };
    await expect(create(ann, { ...sent, bundle: other.sent.bundle })).rejects.toMatchObject(unproven);
    await expect(
      create(ann, { ...sent, bundle: { ...sent.bundle, selfSignature: other.sent.bundle.selfSignature } }),
    ).rejects.toMatchObject(unproven);
    await expect(
      create(ann, { ...sent, bundle: { ...sent.bundle, hpkePublic: other.sent.bundle.hpkePublic } }),
    ).rejects.toMatchObject(unproven);
    await expect(
      create(ann, { ...sent, bundle: { ...sent.bundle, hpkePublic: 'A'.repeat(87) } }),
    ).rejects.toMatchObject(unproven);
    await expect(create(ann, { ...sent, bundle: { ...sent.bundle, createdAt: 'yesterday' } })).rejects.toMatchObject(
      unproven,
    );
    await expect(create(ann, { ...sent, bundle: { ...sent.bundle, suite: 2 } })).rejects.toMatchObject(unproven);
    await expect(create(ann, { ...sent, vault: { ...sent.vault, epoch: 2 } })).rejects.toMatchObject({
      code: 'INVALID',
    });
    await expect(create(ann, { ...sent, pins: 'not base64url!' })).rejects.toMatchObject({ code: 'INVALID' });
    await expect(create(ann, { ...sent, password: 'a wrong password' })).rejects.toMatchObject({
      code: 'PASSWORD_WRONG',
    });
    expect(await heldOf(ann)).toEqual({ epoch: 0, keys: null });
  });

  it('count wrong passwords as logins do', async () => {
    const ann = await stage.member();
    const { sent } = await made(ann);
    const strict = await stage.replica({ LOGIN_FREE_FAILURES: '1', LOGIN_FAILURES_PER_ACCOUNT: '2' });
    try {
      const guess = (given: string) => strict.call(identity.createKeys, { ...sent, password: given }, ann);
      for (const code of ['PASSWORD_WRONG', 'TOO_MANY'])
        await expect(guess('a wrong password')).rejects.toMatchObject({ code });
    } finally {
      await strict.stop();
    }
  });

  it('go with the account’s next password', async () => {
    const { who: ann, sent } = await keyed();
    const change = (changed: object) => stage.call(identity.changePassword, { current: password, ...changed }, ann);
    const held = { code: 'KEYS_HELD', status: 409 };
    const kdf = newPrelogin();
    const { authKey, kek } = await keysOf('another horse!', kdf);
    const next = await rewrapVault(
      ann.userId,
      sent.vault,
      { kind: 'password', kek: await kekOf(ann) },
      { kind: 'password', kek },
    );
    const wrap = next.wraps.password;
    await expect(change({ password: 'another horse!' })).rejects.toMatchObject(held);
    await expect(change({ password: 'another horse!', epoch: 1, wrap })).rejects.toMatchObject(held);
    await expect(change({ password: authKey, kdf })).rejects.toMatchObject(held);
    for (const epoch of [undefined, 2])
      await expect(change({ password: authKey, kdf, wrap, epoch })).rejects.toMatchObject(stale);
    expect((await stage.login(ann.email)).user.id).toBe(ann.userId);
    expect((await heldOf(ann)).keys!.vault).toEqual(sent.vault);
    await change({ password: authKey, kdf, wrap, epoch: 1 });
    expect(await stage.login(ann.email, 'another horse!')).toHaveProperty('token');
    expect((await opened(ann, 'another horse!')).epoch).toBe(1);
  });

  it('are not carried over where there are none', async () => {
    const ann = await stage.member();
    const kdf = newPrelogin();
    const { authKey } = await keysOf('another horse!', kdf);
    await expect(
      stage.call(
        identity.changePassword,
        { current: password, password: authKey, kdf, epoch: 0, wrap: 'A'.repeat(80) },
        ann,
      ),
    ).rejects.toMatchObject(stale);
    expect(await stage.login(ann.email)).toHaveProperty('token');
  });

  it('outlive a reset of the password, and open with it once the recovery key was given', async () => {
    const { who: ann, sent, recoveryCode } = await keyed();
    const kdf = newPrelogin();
    const { authKey, kek } = await keysOf('another horse!', kdf);
    await stage.call(identity.resetPassword, { password: authKey, kdf }, await stage.ticketFor(ann.email));
    const again = (await stage.bearer((await stage.login(ann.email, authKey)).token))!;
    const { epoch, keys } = await heldOf(again);
    expect({ epoch, vault: keys!.vault }).toEqual({ epoch: 1, vault: sent.vault });
    await expect(opened(again, 'another horse!')).rejects.toMatchObject({ problem: 'VAULT_LOCKED' });
    const next = await rewrapVault(
      ann.userId,
      keys!.vault,
      { kind: 'recovery', kek: await recoveryKek(recoveryCode) },
      { kind: 'password', kek },
    );
    const rewrap = (changed: object) =>
      stage.call(
        identity.rewrapVault,
        { epoch: 1, kind: 'password', wrap: next.wraps.password, password: authKey, ...changed },
        again,
      );
    await expect(rewrap({ password })).rejects.toMatchObject({ code: 'PASSWORD_WRONG' });
    await expect(rewrap({ epoch: 2 })).rejects.toMatchObject(stale);
    await expect(rewrap({ kind: 'other' })).rejects.toMatchObject({ code: 'INVALID' });
    await rewrap({});
    expect((await opened(again, 'another horse!')).epoch).toBe(1);
    expect((await heldOf(again)).keys!.vault.wraps.recovery).toBe(sent.vault.wraps.recovery);
    expect(
      (await stage.published(identityEvents.vaultRewrapped)).filter(({ userId }) => userId === ann.userId),
    ).toEqual([{ userId: ann.userId, email: ann.email, kind: 'password' }]);
  });

  it('remember that the recovery key was put away, until there is another', async () => {
    const { who: ann } = await keyed();
    const confirm = (epoch: number) => stage.call(identity.confirmRecovery, { epoch }, ann);
    for (const epoch of [0, 2, 2 ** 40]) await expect(confirm(epoch)).rejects.toMatchObject(stale);
    await confirm(1);
    expect((await heldOf(ann)).keys!.recoverySaved).toBe(true);
    await stage.call(identity.rewrapVault, { epoch: 1, kind: 'recovery', wrap: 'B'.repeat(80), password }, ann);
    expect((await heldOf(ann)).keys).toMatchObject({
      recoverySaved: false,
      vault: { wraps: { recovery: 'B'.repeat(80) } },
    });
  });

  it('keep pins, of which no change is lost', async () => {
    const { who: ann, open } = await keyed();
    const { open: tom } = await keyed();
    const pins = await sealPins(open, pin(noPins, tom.own));
    const save = (revision: number, epoch = 1) => stage.call(identity.savePins, { epoch, revision, pins }, ann);
    for (const [revision, epoch] of [
      [0, 1],
      [2, 1],
      [1, 2],
    ] as const)
      await expect(save(revision, epoch)).rejects.toMatchObject(stale);
    expect(tally(await Promise.allSettled([save(1), save(1), save(1)]))).toEqual({ ok: 1, KEYS_STALE: 2 });
    const { keys } = await heldOf(ann);
    expect(keys!.revision).toBe(1);
    expect(await openPins(open, keys!.pins, 1)).toEqual(pin(noPins, tom.own));
    expect(await save(2)).toEqual({ revision: 2 });
  });

  it('go with the account', async () => {
    const { who: ann, sent } = await keyed();
    await stage.call(identity.requestDeletion, { password }, ann);
    await stage.app.get(DeletionSweeper).sweep(new Date(Date.now() + 15 * 86_400_000));
    for (const text of [sent.bundle.hpkePublic, sent.vault.hpkePrivate, sent.pins])
      expect((await tablesWith(stage.db, text)).filter((table) => !table.startsWith('kit_'))).toEqual([]);
    expect(
      await stage.call(identity.bundleOf, { userId: ann.userId }, { kind: 'system', service: 'requests' }),
    ).toMatchObject({ bundle: null });
  });

  it('are nobody’s before they are made', async () => {
    const ann = await stage.member();
    await expect(
      stage.call(identity.savePins, { epoch: 0, revision: 1, pins: 'A'.repeat(40) }, ann),
    ).rejects.toMatchObject(stale);
    await expect(stage.call(identity.confirmRecovery, { epoch: 0 }, ann)).rejects.toMatchObject(stale);
    await expect(
      stage.call(identity.rewrapVault, { epoch: 0, kind: 'password', wrap: 'A'.repeat(80), password }, ann),
    ).rejects.toMatchObject(stale);
  });
});

describe('keys of contacts', () => {
  const contacts = (who: UserActor) => stage.call(identity.contactKeys, {}, who);
  const invite = async (by: UserActor, to: UserActor) => {
    await stage.call(identity.invite, { emails: [to.email] }, by);
    return (await stage.call(identity.receivedInvitations, {}, to)).find(
      ({ inviterEmail }) => inviterEmail === by.email,
    )!.id;
  };

  it('are seen by both sides of an accepted invitation, as long as it lasts, and by nobody else', async () => {
    const [ann, rita] = [await keyed('sender', 'Ann Trading'), await keyed('receiver', 'Rita Buying')];
    const [otto, stranger] = [await stage.member('sender', 'Otto Trading'), await keyed()];
    const id = await invite(ann.who, rita.who);
    expect([await contacts(ann.who), await contacts(rita.who)]).toEqual([[], []]);
    await stage.call(identity.acceptInvitation, { id }, rita.who);
    await stage.call(identity.acceptInvitation, { id: await invite(otto, ann.who) }, ann.who);
    const seen = ({ userId, email, companyName }: UserActor, bundle: unknown) => ({
      userId,
      email,
      companyName,
      bundle,
    });
    expect(await contacts(rita.who)).toEqual([seen(ann.who, ann.sent.bundle)]);
    const ofAnn = await contacts(ann.who);
    expect(ofAnn).toHaveLength(2);
    expect(ofAnn).toEqual(expect.arrayContaining([seen(rita.who, rita.sent.bundle), seen(otto, null)]));
    expect(await contacts(otto)).toEqual([seen(ann.who, ann.sent.bundle)]);
    expect(await contacts(stranger.who)).toEqual([]);
    const renewed = await made(ann.who, 2);
    await create(ann.who, renewed.sent);
    expect(await contacts(rita.who)).toEqual([seen(ann.who, renewed.sent.bundle)]);
    await stage.call(identity.endInvitation, { id }, rita.who);
    expect(await contacts(rita.who)).toEqual([]);
    expect(await contacts(ann.who)).toEqual([seen(otto, null)]);
  });

  it('are told to services', async () => {
    const { who: ann, sent } = await keyed();
    const tom = await stage.member();
    const system = { kind: 'system', service: 'requests' } as const;
    expect(await stage.call(identity.bundleOf, { userId: ann.userId }, system)).toEqual({
      email: ann.email,
      bundle: sent.bundle,
    });
    expect(await stage.call(identity.bundleOf, { userId: tom.userId }, system)).toEqual({
      email: tom.email,
      bundle: null,
    });
    await expect(stage.call(identity.bundleOf, { userId: randomUUID() }, system)).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });
});

describe('a company that requires sealing', () => {
  const require = (who: UserActor, required: boolean) => stage.call(identity.requireSealing, { required }, who);

  it('says so, once for each change, and keeps it when its profile is saved', async () => {
    const ann = await stage.member();
    for (const required of [true, true])
      expect((await require(ann, required)).company).toMatchObject({ id: ann.companyId, requireE2E: true });
    await stage.call(identity.saveCompany, { company: { ...company, city: 'Pune' } }, ann);
    expect((await stage.call(identity.me, {}, ann)).company).toMatchObject({ city: 'Pune', requireE2E: true });
    await require(ann, false);
    expect(
      (await stage.published(identityEvents.sealingRequired))
        .filter(({ userId }) => userId === ann.userId)
        .map(({ required, companyId }) => [companyId, required]),
    ).toEqual([
      [ann.companyId, true],
      [ann.companyId, false],
    ]);
  });

  it('is not a receiver’s', async () => {
    await expect(require(await stage.member('receiver'), true)).rejects.toMatchObject({ code: 'NOT_ALLOWED' });
  });
});
