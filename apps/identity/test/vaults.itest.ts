import type { UserActor } from '@tradepost/contracts/actor';
import { identity, identityEvents } from '@tradepost/contracts/identity';
import { toBase64url } from '@tradepost/sealing/crypto/bytes';
import { recoveryKek } from '@tradepost/sealing/keys/recovery';
import { openVault, rewrapVault } from '@tradepost/sealing/keys/vault';
import { tablesWith } from '@tradepost/testing/tables-with';
import { DeletionSweeper } from '../src/deletion/deletion.sweeper';
import { company, password, manyLoginFailures, startFixture, tally, type Fixture } from './fixture';
import { vaultsOf } from './vault-kit';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture(manyLoginFailures);
});
afterAll(() => fixture.stop());

const { kekOf, storedKeysOf, made, create, keyed } = vaultsOf(() => fixture);
const stale = { code: 'KEYS_STALE', status: 409 };

const opened = async (who: UserActor, given: string) => {
  const { vault, bundle } = (await storedKeysOf(who)).keys!;
  return openVault(who.userId, vault, bundle, { kind: 'password', kek: await kekOf(who, given) });
};

describe('keys', () => {
  it('are stored as sent, and published', async () => {
    const ann = await fixture.member();
    expect(await storedKeysOf(ann)).toEqual({ epoch: 0, keys: null });
    const { sent, open } = await made(ann);
    const { password: _password, ...stored } = sent;
    const expected = { epoch: 1, keys: { ...stored, pins: null, recoverySaved: false } };
    expect(await create(ann, sent)).toEqual(expected);
    expect(await storedKeysOf(ann)).toEqual(expected);
    expect((await opened(ann, password)).own.keyId).toEqual(open.own.keyId);
    expect(
      (await fixture.published(identityEvents.keysPublished)).filter(({ userId }) => userId === ann.userId),
    ).toEqual([
      {
        userId: ann.userId,
        email: ann.email,
        companyId: ann.companyId,
        companyName: ann.companyName,
        epoch: 1,
        keyId: toBase64url(open.own.keyId),
        changed: false,
      },
    ]);
  });

  it('replace the previous ones, one epoch at a time, also for parallel calls', async () => {
    const { who: ann } = await keyed();
    for (const epoch of [1, 3]) await expect(create(ann, (await made(ann, epoch)).sent)).rejects.toMatchObject(stale);
    const rivals = [await made(ann, 2), await made(ann, 2)];
    expect(tally(await Promise.allSettled(rivals.map(({ sent }) => create(ann, sent))))).toEqual({
      ok: 1,
      KEYS_STALE: 1,
    });
    const { epoch, keys } = await storedKeysOf(ann);
    expect(epoch).toBe(2);
    expect(rivals.map(({ sent }) => sent.bundle)).toContainEqual(keys!.bundle);
    expect(
      (await fixture.published(identityEvents.keysPublished))
        .filter(({ userId }) => userId === ann.userId)
        .map(({ changed }) => changed),
    ).toEqual([false, true]);
    expect(
      await fixture.db.source.query('SELECT epoch FROM key_bundle WHERE account_id = $1 ORDER BY epoch', [ann.userId]),
    ).toEqual([{ epoch: 1 }, { epoch: 2 }]);
  });

  it('must be signed for the person', async () => {
    const [ann, tom] = [await fixture.member(), await fixture.member()];
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
    await expect(create(ann, { ...sent, password: 'a wrong password' })).rejects.toMatchObject({
      code: 'PASSWORD_WRONG',
    });
    expect(await storedKeysOf(ann)).toEqual({ epoch: 0, keys: null });
  });

  it('count wrong passwords as failed logins', async () => {
    const ann = await fixture.member();
    const { sent } = await made(ann);
    await fixture.login(ann.email);
    const strict = await fixture.replica({ LOGIN_FREE_FAILURES: '1', LOGIN_FAILURES_PER_ACCOUNT: '2' });
    try {
      const guess = (given: string) => strict.call(identity.createKeys, { ...sent, password: given }, ann);
      for (const code of ['PASSWORD_WRONG', 'TOO_MANY'])
        await expect(guess('a wrong password')).rejects.toMatchObject({ code });
    } finally {
      await strict.stop();
    }
  });

  it('are rewrapped when the password changes', async () => {
    const { who: ann, sent } = await keyed();
    const change = async (changed: object) =>
      fixture.call(identity.changePassword, { current: await fixture.proofOf(ann.email), ...changed }, ann);
    const refusal = { code: 'KEYS_HELD', status: 409 };
    const { password: record, kek } = await fixture.record(ann.email, 'another horse!');
    const next = await rewrapVault(
      ann.userId,
      sent.vault,
      { kind: 'password', kek: await kekOf(ann) },
      { kind: 'password', kek },
    );
    const wrap = next.wraps.password;
    await expect(change({ password: 'another horse!' })).rejects.toMatchObject(refusal);
    await expect(change({ password: 'another horse!', epoch: 1, wrap })).rejects.toMatchObject(refusal);
    await expect(change({ password: record })).rejects.toMatchObject(refusal);
    for (const epoch of [undefined, 2])
      await expect(change({ password: record, wrap, epoch })).rejects.toMatchObject(stale);
    expect((await fixture.login(ann.email, await fixture.proofOf(ann.email))).user.id).toBe(ann.userId);
    expect((await storedKeysOf(ann)).keys!.vault).toEqual(sent.vault);
    await change({ password: record, wrap, epoch: 1 });
    expect(await fixture.prove(ann.email)).toBeNull();
    expect((await opened(ann, 'another horse!')).epoch).toBe(1);
  });

  it('need no new wrap if there are no keys', async () => {
    const ann = await fixture.member();
    const { password: record } = await fixture.record(ann.email, 'another horse!');
    for (const rewrap of [{ epoch: 0, wrap: 'A'.repeat(80) }, { personWrap: 'A'.repeat(80) }])
      await expect(
        fixture.call(identity.changePassword, { current: password, password: record, ...rewrap }, ann),
      ).rejects.toMatchObject(stale);
    expect(await fixture.login(ann.email)).toHaveProperty('token');
  });

  it('survive a password reset, and open with the new password once the recovery key was entered', async () => {
    const { who: ann, sent, recoveryCode } = await keyed();
    const { password: record, kek } = await fixture.record(ann.email, 'another horse!');
    await fixture.call(identity.resetPassword, { password: record }, await fixture.ticketFor(ann.email));
    const proof = () => fixture.proofOf(ann.email, 'another horse!');
    const again = (await fixture.bearer((await fixture.login(ann.email, await proof())).token))!;
    const { epoch, keys } = await storedKeysOf(again);
    expect({ epoch, vault: keys!.vault }).toEqual({ epoch: 1, vault: sent.vault });
    await expect(opened(again, 'another horse!')).rejects.toMatchObject({ problem: 'VAULT_LOCKED' });
    const next = await rewrapVault(
      ann.userId,
      keys!.vault,
      { kind: 'recovery', kek: await recoveryKek(recoveryCode) },
      { kind: 'password', kek },
    );
    const rewrap = async (changed: object) =>
      fixture.call(
        identity.rewrapVault,
        { epoch: 1, kind: 'password', wrap: next.wraps.password, password: await proof(), ...changed },
        again,
      );
    await expect(rewrap({ password })).rejects.toMatchObject({ code: 'PASSWORD_WRONG' });
    await expect(rewrap({ epoch: 2 })).rejects.toMatchObject(stale);
    await expect(rewrap({ kind: 'other' })).rejects.toMatchObject({ code: 'INVALID' });
    await rewrap({});
    expect((await opened(again, 'another horse!')).epoch).toBe(1);
    expect((await storedKeysOf(again)).keys!.vault.wraps.recovery).toBe(sent.vault.wraps.recovery);
    expect(
      (await fixture.published(identityEvents.vaultRewrapped)).filter(({ userId }) => userId === ann.userId),
    ).toEqual([{ userId: ann.userId, email: ann.email, kind: 'password' }]);
  });

  it('record that the recovery key was saved, until a new one is created', async () => {
    const { who: ann } = await keyed();
    const confirm = (epoch: number) => fixture.call(identity.confirmRecovery, { epoch }, ann);
    for (const epoch of [0, 2, 2 ** 40]) await expect(confirm(epoch)).rejects.toMatchObject(stale);
    await confirm(1);
    expect((await storedKeysOf(ann)).keys!.recoverySaved).toBe(true);
    const proof = await fixture.proofOf(ann.email);
    await fixture.call(
      identity.rewrapVault,
      { epoch: 1, kind: 'recovery', wrap: 'B'.repeat(80), password: proof },
      ann,
    );
    expect((await storedKeysOf(ann)).keys).toMatchObject({
      recoverySaved: false,
      vault: { wraps: { recovery: 'B'.repeat(80) } },
    });
  });

  it('are deleted with the account', async () => {
    const { who: ann, sent } = await keyed();
    await fixture.call(identity.requestDeletion, { password: await fixture.proofOf(ann.email) }, ann);
    await fixture.app.get(DeletionSweeper).sweep(new Date(Date.now() + 15 * 86_400_000));
    for (const text of [sent.bundle.hpkePublic, sent.vault.hpkePrivate])
      expect((await tablesWith(fixture.db, text)).filter((table) => !table.startsWith('kit_'))).toEqual([]);
    expect(
      await fixture.call(identity.bundleOf, { userId: ann.userId }, { kind: 'system', service: 'requests' }),
    ).toMatchObject({ bundle: null });
  });

  it('do not exist before they are created', async () => {
    const ann = await fixture.member();
    await expect(fixture.call(identity.confirmRecovery, { epoch: 0 }, ann)).rejects.toMatchObject(stale);
    await expect(
      fixture.call(identity.rewrapVault, { epoch: 0, kind: 'password', wrap: 'A'.repeat(80), password }, ann),
    ).rejects.toMatchObject(stale);
  });
});

describe('a company that requires sealing', () => {
  const require = (who: UserActor, required: boolean) => fixture.call(identity.requireSealing, { required }, who);

  it('publishes each change once, and keeps the setting when its profile is saved', async () => {
    const ann = await fixture.member();
    for (const required of [true, true])
      expect((await require(ann, required)).company).toMatchObject({ id: ann.companyId, requireE2E: true });
    await fixture.call(identity.saveCompany, { company: { ...company, city: 'Pune' } }, ann);
    expect((await fixture.call(identity.me, {}, ann)).company).toMatchObject({ city: 'Pune', requireE2E: true });
    await require(ann, false);
    expect(
      (await fixture.published(identityEvents.sealingRequired))
        .filter(({ userId }) => userId === ann.userId)
        .map(({ required, companyId }) => [companyId, required]),
    ).toEqual([
      [ann.companyId, true],
      [ann.companyId, false],
    ]);
  });

  it('is never a receiver', async () => {
    await expect(require(await fixture.member('receiver'), true)).rejects.toMatchObject({ code: 'NOT_ALLOWED' });
  });
});
