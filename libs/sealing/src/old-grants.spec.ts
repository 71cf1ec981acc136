import { Aes256Gcm, CipherSuite, DhkemP256HkdfSha256, HkdfSha256 } from '@hpke/core';
import { concat, toBase64url } from './crypto/bytes';
import { aesKey } from './crypto/primitives';
import { sign } from './crypto/signing';
import {
  oldGrantBinding,
  oldGrantInfo,
  oldGrantStatement,
  unsignedRequestStatement,
  zeros32,
  type GrantSet,
} from './grant-layout';
import { checkGrants, isOldSet, openGrants, sealGrants, type GrantExpectation } from './grants';
import type { Contact } from './keys/bundle';
import { createVault, type Vault } from './keys/vault';
import { counting } from './testing/streams';

const requestId = '01890a5d-ac96-774b-bcce-b302099a8057';
const fileId = 'a0a1a2a3-a4a5-a6a7-a8a9-aaabacadaeaf';
const expiryMs = 1_800_000_000_000;
const vaultOf = async (userId: string): Promise<Vault> => {
  const kek = await aesKey(counting(32), ['encrypt', 'decrypt']);
  return (await createVault({ userId, address: `${userId}@example.org` }, 1, { password: kek, recovery: kek })).vault;
};

/** As clients made it before addresses were part of grants. */
async function oldSet(sender: Vault, recipient: Vault): Promise<GrantSet> {
  const hpke = new CipherSuite({ kem: new DhkemP256HkdfSha256(), kdf: new HkdfSha256(), aead: new Aes256Gcm() });
  const parties = { requestId, sender: sender.own, recipient: recipient.own };
  const terms = { fileId, version: 1, recipientKeyId: toBase64url(recipient.own.pairId), expiryMs };
  const { enc, ct } = await hpke.seal(
    { recipientPublicKey: recipient.own.hpkePublic, info: oldGrantInfo },
    counting(32, 9),
    oldGrantBinding(parties, terms),
  );
  const grants = [{ ...terms, sealed: toBase64url(concat(new Uint8Array(enc), new Uint8Array(ct))) }];
  return { grants, sig: toBase64url(await sign(sender.signing.privateKey, oldGrantStatement(parties, grants))) };
}

describe('grants from before addresses', () => {
  let sender: Vault;
  let recipient: Vault;
  let set: GrantSet;
  let expected: GrantExpectation;
  beforeAll(async () => {
    [sender, recipient] = await Promise.all([
      vaultOf('01890a5d-ac96-774b-bcce-b302099a8058'),
      vaultOf('01890a5d-ac96-774b-bcce-b302099a8059'),
    ]);
    set = await oldSet(sender, recipient);
    expected = {
      requestId,
      requestHash: zeros32(),
      sender: sender.own,
      recipient: recipient.own,
      expiryMs,
      files: [{ fileId, version: 1 }],
    };
  });

  it('open after their recipient has stated an address', async () => {
    expect(isOldSet(set, recipient.own)).toBe(true);
    await checkGrants(set, expected, expiryMs - 1);
    const parties = { requestId, requestHash: zeros32(), sender: sender.own, recipient: recipient.own };
    expect(await openGrants([set.grants[0]!], parties, recipient.hpke)).toEqual([counting(32, 9)]);
  });

  it.each<[string, Partial<GrantExpectation>]>([
    ['another request', { requestId: fileId }],
    ['a request that was signed', { requestHash: counting(32) }],
    ['another sender', { sender: undefined as never }],
  ])('are refused for %s', async (_, change) => {
    const other = { ...expected, ...change, ...('sender' in change && { sender: recipient.own }) };
    await expect(checkGrants(set, other, expiryMs - 1)).rejects.toMatchObject({ problem: 'BAD_SIGNATURE' });
  });

  it('are not accepted as grants of the current layout', async () => {
    const renamed = set.grants.map((grant) => ({ ...grant, recipientKeyId: toBase64url(recipient.own.keyId) }));
    await expect(checkGrants({ ...set, grants: renamed }, expected, expiryMs - 1)).rejects.toMatchObject({
      problem: 'BAD_SIGNATURE',
    });
  });
});

describe('grants from before requests were signed', () => {
  it('open only for an unsigned request', async () => {
    const [sender, recipient] = await Promise.all([
      vaultOf('01890a5d-ac96-774b-bcce-b302099a8058'),
      vaultOf('01890a5d-ac96-774b-bcce-b302099a8059'),
    ]);
    const parties = { requestId, requestHash: zeros32(), sender: sender.own, recipient: recipient.own };
    const terms = { timeMs: 1, ledgerHead: toBase64url(zeros32()), checkpoint: '' };
    const { grants } = await sealGrants(
      { ...parties, expiryMs },
      recipient.own as Contact,
      [{ fileId, version: 1, fileKey: counting(32, 9) }],
      sender.signing.privateKey,
      terms,
    );
    const statement = await unsignedRequestStatement(parties, expiryMs, grants);
    const set = { grants, sig: toBase64url(await sign(sender.signing.privateKey, statement)) };
    const expected = { ...parties, expiryMs, files: [{ fileId, version: 1 }] };
    await checkGrants(set, expected, expiryMs - 1);
    expect(await openGrants([grants[0]!], parties, recipient.hpke)).toEqual([counting(32, 9)]);
    const claimed = await unsignedRequestStatement({ ...parties, requestHash: counting(32) }, expiryMs, grants);
    const forSigned = { grants, sig: toBase64url(await sign(sender.signing.privateKey, claimed)) };
    for (const [given, other] of [
      [forSigned, { requestHash: counting(32) }],
      [set, { requestHash: counting(32) }],
      [{ ...set, ...terms }, {}],
    ] as const)
      await expect(checkGrants(given, { ...expected, ...other }, expiryMs - 1)).rejects.toMatchObject({
        problem: 'BAD_SIGNATURE',
      });
  });
});
