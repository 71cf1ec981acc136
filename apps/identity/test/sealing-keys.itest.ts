import type { UserActor } from '@tradepost/contracts/actor';
import { identity } from '@tradepost/contracts/identity';
import { newSealingKey, programKek } from '@tradepost/sealing/keys/program-key';
import { openVault, wrapFor, type SealedVault } from '@tradepost/sealing/keys/vault';
import { readApiKey } from '@tradepost/service-kit/security/api-key';
import { tablesWith } from '@tradepost/testing/tables-with';
import { startFixture, tally, type Fixture } from './fixture';
import { vaultsOf } from './vault-kit';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture({ LOGIN_FREE_FAILURES: '50', LOGIN_FAILURES_PER_ACCOUNT: '60' });
});
afterAll(() => fixture.stop());

const { kekOf, made, create, keyed } = vaultsOf(() => fixture);

/** The sealing key that the browser creates with an API key. */
async function sealingKeyOf(who: UserActor, vault: SealedVault) {
  const sealingKey = await newSealingKey();
  const wrap = await wrapFor(
    who.userId,
    vault,
    { kind: 'password', kek: await kekOf(who) },
    { kind: 'program', kek: await programKek(sealingKey) },
  );
  return { sealingKey, given: { epoch: vault.epoch, wrap } };
}

/** The key information that a program receives about its own API key. */
async function program(who: UserActor, given: object = {}) {
  const made = await fixture.call(
    identity.createApiKey,
    { name: 'Nightly', scopes: ['read'], expiresInDays: 1, password: await fixture.proofOf(who.email), ...given },
    who,
  );
  const { actor } = await fixture.call(
    identity.resolveApiKeyOwner,
    { ...readApiKey(made.key)!, ip: '192.0.2.1' },
    { kind: 'system', service: 'gateway' },
  );
  const own = () => fixture.call(identity.ownKey, {}, actor);
  return { ...made, actor, own };
}

describe('a program', () => {
  it('opens the vault with its sealing key until the key is revoked', async () => {
    const { who: ann, sent, open } = await keyed();
    const { sealingKey, given } = await sealingKeyOf(ann, sent.vault);
    const { actor, apiKey, own } = await program(ann, given);
    expect(apiKey.sealing).toBe('live');
    const { owner, keys, ...rest } = await own();
    expect(owner).toEqual({
      id: ann.userId,
      email: ann.email,
      userType: 'sender',
      companyId: ann.companyId,
      companyName: ann.companyName,
    });
    expect(rest.apiKey).toMatchObject({ id: apiKey.id, name: 'Nightly', scopes: ['read'], sealing: 'live' });
    const vault = await openVault(owner.id, keys!.vault, keys!.bundle, {
      kind: 'program',
      kek: await programKek(sealingKey),
    });
    expect(vault.own.keyId).toEqual(open.own.keyId);
    // the wraps that would allow password guessing are not sent
    const answers = JSON.stringify([await own(), apiKey]);
    for (const wrap of Object.values(sent.vault.wraps)) expect(answers).not.toContain(wrap);
    expect(await tablesWith(fixture.db, sealingKey.slice(4))).toEqual([]);
    const [mail] = await fixture.mails('api-key-created', ann.email);
    expect(mail?.data).toMatchObject({ opensSealed: true });

    const entries = ['A'.repeat(140)];
    expect(await fixture.call(identity.appendLedger, { epoch: 1, seq: 1, entries }, actor)).toEqual({ size: 1 });
    expect(await fixture.call(identity.ledger, { epoch: 1, from: 1 }, actor)).toEqual({ size: 1, entries });
    await fixture.call(identity.revokeApiKey, { id: apiKey.id }, ann);
    expect(await tablesWith(fixture.db, given.wrap)).toEqual([]);
    expect((await own()).keys).toBeNull();
  });

  it('without a sealing key learns its owner but neither opens nor changes the vault', async () => {
    const { who: ann, sent } = await keyed();
    const { actor, own } = await program(ann);
    expect(await own()).toMatchObject({ owner: { id: ann.userId }, apiKey: { sealing: 'none' }, keys: null });
    const entries = ['A'.repeat(140)];
    const calls = [
      fixture.call(identity.ledger, { epoch: 1, from: 1 }, actor),
      fixture.call(identity.appendLedger, { epoch: 1, seq: 1, entries }, actor),
      fixture.call(identity.keys, {}, actor),
      create(actor, sent),
    ];
    expect(tally(await Promise.allSettled(calls))).toEqual({ KEY_SCOPE: 4 });
    await expect(fixture.call(identity.ownKey, {}, ann)).rejects.toMatchObject({ code: 'NOT_ALLOWED' });
  });

  it('with the sealing key of an earlier epoch opens nothing', async () => {
    const { who: ann, sent } = await keyed();
    const { given } = await sealingKeyOf(ann, sent.vault);
    for (const [wrong, code] of [
      [{ ...given, epoch: 2 }, 'KEYS_STALE'],
      [{ wrap: given.wrap }, 'INVALID'],
      [{ epoch: 1 }, 'INVALID'],
      [{ ...given, wrap: 'A' }, 'INVALID'],
    ] as const) {
      await expect(program(ann, wrong)).rejects.toMatchObject({ code });
    }
    expect(await fixture.call(identity.apiKeys, {}, ann)).toEqual([]);
    const { own, actor } = await program(ann, given);
    await create(ann, (await made(ann, 2)).sent);
    expect(await own()).toMatchObject({ apiKey: { sealing: 'outdated' }, keys: null });
    expect((await fixture.call(identity.apiKeys, {}, ann))[0]).toMatchObject({ sealing: 'outdated' });
    for (const epoch of [1, 2])
      await expect(fixture.call(identity.ledger, { epoch, from: 1 }, actor)).rejects.toMatchObject({
        code: epoch === 1 ? 'KEYS_STALE' : 'KEY_SCOPE',
      });
  });
});
