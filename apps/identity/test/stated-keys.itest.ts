import { identity } from '@tradepost/contracts/identity';
import type { PublicBundle } from '@tradepost/contracts/encryption/sealed';
import { addressKey } from '@tradepost/contracts/values/address';
import { restateBundle, verifyBundle } from '@tradepost/sealing/keys/bundle';
import { Db } from '@tradepost/service-kit/database/database';
import { sql } from '@tradepost/service-kit/database/sql';
import { KeyBundleRow, VaultRow } from '../src/keys/keys.entity';
import { startFixture, type Fixture } from './fixture';
import { vaultsOf } from './vault-kit';
import { waitingFor } from './waiting-kit';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.stop());

const { storedKeysOf, keyed, made } = vaultsOf(() => fixture);

describe('keys from before addresses were part of their statement', () => {
  /** Stores other words for the keys, as an older release did. */
  const store = (userId: string, bundle: PublicBundle) =>
    fixture.app
      .get(Db)
      .transaction((tx) => sql(tx).update(KeyBundleRow, { accountId: userId, epoch: bundle.epoch }, { bundle }));

  it('are stated again with the address, and stay the same keys', async () => {
    const { who, open, sent } = await keyed();
    const moved = { userId: who.userId, address: 'before@example.org' };
    await store(who.userId, await restateBundle(sent.bundle, moved, open.signing.privateKey));
    const bundle = await restateBundle(
      sent.bundle,
      { userId: who.userId, address: addressKey(who.email) },
      open.signing.privateKey,
    );
    expect(await fixture.call(identity.restateKeys, { bundle }, who)).toEqual({ bundle });
    expect(await fixture.call(identity.restateKeys, { bundle }, who)).toEqual({ bundle });
    const { keys } = await storedKeysOf(who);
    expect(keys!.bundle).toEqual(bundle);
    expect((await verifyBundle(who.userId, bundle)).pairId).toEqual(open.own.pairId);
  });

  it('are logged once if they stated it before the log existed', async () => {
    const { who, open, sent } = await keyed();
    const owner = { userId: who.userId, address: addressKey(who.email) };
    const unlogged = { ...sent.bundle, createdAt: '2026-01-01T00:00:00.000Z' };
    const bundle = await restateBundle(unlogged, owner, open.signing.privateKey);
    await store(who.userId, bundle);
    const entries = () => fixture.db.source.query('SELECT 1 FROM key_log_entry WHERE account_id = $1', [who.userId]);
    expect(await entries()).toHaveLength(1);
    for (let call = 0; call < 2; call++) {
      expect(await fixture.call(identity.restateKeys, { bundle }, who)).toEqual({ bundle });
      expect(await entries()).toHaveLength(2);
    }
  });

  it('are not stated again if others replace them at the same time', async () => {
    const { who, open, sent } = await keyed();
    const stated = (address: string) =>
      restateBundle(sent.bundle, { userId: who.userId, address }, open.signing.privateKey);
    const [before, bundle] = [await stated('before@example.org'), await stated(addressKey(who.email))];
    await store(who.userId, before);
    const outcome = await waitingFor(() => fixture).whileWaiting(
      (tx) => sql(tx).query('SELECT 1 FROM account WHERE id = $1 FOR UPDATE', [who.userId]),
      () => fixture.call(identity.restateKeys, { bundle }, who),
      (tx) => sql(tx).update(VaultRow, who.userId, { epoch: 2 }),
    );
    expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'KEYS_STALE' } });
    expect(await sql(fixture.db.read).findBy(KeyBundleRow, { accountId: who.userId })).toMatchObject([
      { bundle: before },
    ]);
  });

  it('cannot be replaced by other keys, another address or another epoch', async () => {
    const { who, open, sent } = await keyed();
    const other = await made(who);
    const address = addressKey(who.email);
    const lies: [string, PublicBundle][] = [
      ['KEY_UNPROVEN', other.sent.bundle],
      [
        'KEY_UNPROVEN',
        await restateBundle(sent.bundle, { userId: who.userId, address: 'eve@example.org' }, open.signing.privateKey),
      ],
      [
        'KEYS_STALE',
        await restateBundle({ ...sent.bundle, epoch: 2 }, { userId: who.userId, address }, open.signing.privateKey),
      ],
      ['KEY_UNPROVEN', { ...sent.bundle, selfSignature: other.sent.bundle.selfSignature }],
    ];
    for (const [code, bundle] of lies)
      await expect(fixture.call(identity.restateKeys, { bundle }, who)).rejects.toMatchObject({ code });
    expect((await storedKeysOf(who)).keys!.bundle).toEqual(sent.bundle);
  });
});
