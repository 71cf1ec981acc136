import { Aes128Gcm, Aes256Gcm, CipherSuite, DhkemP256HkdfSha256, HkdfSha256 } from '@hpke/core';
import { verifyContact, type Contact } from './keys/bundle';
import { fromHex, fromBase64url, toBase64url, toHex } from './crypto/bytes';
import { grantStatement, zeros32, type Grant, type GrantParties, type GrantSet } from './grant-layout';
import { checkGrants, openGrants, sealGrants, type GrantExpectation } from './grants';
import { aesKey, type KeyPair } from './crypto/primitives';
import { counting } from './testing/streams';
import { createVault, type Vault } from './keys/vault';

const requestId = '01890a5d-ac96-774b-bcce-b302099a8057';
const [alice, bob, carol]: [string, string, string] = [
  '01890a5d-ac96-774b-bcce-b302099a8058',
  '01890a5d-ac96-774b-bcce-b302099a8059',
  '01890a5d-ac96-774b-bcce-b302099a805a',
];
const fileIds: [string, string] = ['a0a1a2a3-a4a5-a6a7-a8a9-aaabacadaeaf', 'b0a1a2a3-a4a5-a6a7-a8a9-aaabacadaeaf'];
const expiryMs = 1_800_000_000_000;
const now = expiryMs - 1;
const ownerOf = (userId: string) => ({ userId, address: `${userId}@example.org` });
const refusal = (problem: string) => expect.objectContaining({ name: 'SealingError', problem });

// the recipient of RFC 9180, appendix A.3.1
const privatePkcs8 =
  '308187020100301306072a8648ce3d020106082a8648ce3d030107046d306b0201010420f3ce7fdae57e1a310d87f1ebbde6f328be0a99cdbcadf4d6589cf29de4b8ffd2a14403420004fe8c19ce0905191ebc298a9245792531f26f0cece2460639e8bc39cb7f706a826a779b4cf969b8a0e539c7f62fb3d30ad6aa8f80e30f1d128aafd68a2ce72ea0';
const publicPoint =
  '04fe8c19ce0905191ebc298a9245792531f26f0cece2460639e8bc39cb7f706a826a779b4cf969b8a0e539c7f62fb3d30ad6aa8f80e30f1d128aafd68a2ce72ea0';
const algorithm = { name: 'ECDH', namedCurve: 'P-256' };
const rfcRecipient = async (): Promise<KeyPair> => ({
  privateKey: await crypto.subtle.importKey('pkcs8', fromHex(privatePkcs8), algorithm, false, ['deriveBits']),
  publicKey: await crypto.subtle.importKey('raw', fromHex(publicPoint), algorithm, true, []),
});

describe('HPKE', () => {
  it('matches RFC 9180 for P-256 (A.3.1, with AES-128-GCM)', async () => {
    const suite = new CipherSuite({ kem: new DhkemP256HkdfSha256(), kdf: new HkdfSha256(), aead: new Aes128Gcm() });
    const enc = fromHex(
      '04a92719c6195d5085104f469a8b9814d5838ff72b60501e2c4466e5e67b325ac98536d7b61a1af4b78e5b7f951c0900be863c403ce65c9bfcb9382657222d18c4',
    );
    const ciphertext = fromHex(
      '5ad590bb8baa577f8619db35a36311226a896e7342a6d836d8b7bcd2f20b6c7f9076ac232e3ab2523f39513434',
    );
    const opened = await suite.open(
      { recipientKey: await rfcRecipient(), enc, info: fromHex('4f6465206f6e2061204772656369616e2055726e') },
      ciphertext,
      new TextEncoder().encode('Count-0'),
    );
    expect(new TextDecoder().decode(opened)).toBe('Beauty is truth, truth beauty');
  });

  it('matches another program with AES-256-GCM', async () => {
    const suite = new CipherSuite({ kem: new DhkemP256HkdfSha256(), kdf: new HkdfSha256(), aead: new Aes256Gcm() });
    const sealed = fromHex(
      '047902d77afb50cecaa1d7821aae6b9a8f2eee695a533672bff27e30fc830c7a267b065b93efa10f26e424ec18b25fbeaebdcbcde4a9bebdeddd1dfce875d86d11a4188b1b1c602d6871079daee7628ec2c88311a2a1d76a809ec854d91f04f6db6e537957dcec42d3dceb9575c9e28e42',
    );
    const opened = await suite.open(
      { recipientKey: await rfcRecipient(), enc: sealed.subarray(0, 65), info: new TextEncoder().encode('sdx1/grant') },
      sealed.subarray(65),
    );
    expect(new Uint8Array(opened)).toEqual(counting(32));
  });
});

describe('a grant', () => {
  it('opens if another program created it, for parties with addresses', async () => {
    const ids = (first: number) => ({ keyId: counting(32, first), pairId: counting(32, 0x60) });
    const parties = {
      requestId,
      requestHash: zeros32(),
      sender: { userId: alice, address: 'alice@example.org', ...ids(0x40) },
      recipient: { userId: bob, address: 'bob@example.org', ...ids(0x20) },
    };
    const grant: Grant = {
      fileId: fileIds[0],
      version: 7,
      recipientKeyId: toBase64url(counting(32, 0x20)),
      expiryMs,
      sealed:
        'BFFcPW6545a5BNP-yn9U_c0MwemXvzddylFa0KbDtANfRTa-OlDzGPv5pUdZAqIhUCvvDVfgjFOyzApW8X2fk1R8Ymn5udIAT7_hAQ_mjH_avPvwVp0FFXz0Zg1sI2kUP8s08wD-Bqbj8oF6NmIUcwY',
    };
    expect(await openGrants([grant], parties, await rfcRecipient())).toEqual([counting(32)]);
  });

  it('from before addresses opens if another program created it', async () => {
    const grant: Grant = {
      fileId: fileIds[0],
      version: 7,
      recipientKeyId: toBase64url(counting(32, 0x20)),
      expiryMs,
      sealed:
        'BJ-thK6uCLvvfwEAFNgs72oJ3isM-HG1zgxPHROlmlk0B8tFdp8QcOLCRw_lsb_mMTPAsM3GTqS_N5Go7CoH_U9IQXJ07e00Z-Q91XZJOFu35pXssRJVFGyJ-i0GxTe38h0B_IwqzbbjREzmO5EEyVA',
    };
    const ids = { keyId: counting(32, 0x20), pairId: counting(32, 0x20) };
    const parties = {
      requestId,
      requestHash: zeros32(),
      sender: { userId: alice, address: null, ...ids },
      recipient: { userId: bob, address: null, ...ids },
    };
    expect(await openGrants([grant], parties, await rfcRecipient())).toEqual([counting(32)]);
  });
});

describe('the grants of a request', () => {
  let parties: GrantParties & { recipient: Contact };
  const files = [
    { fileId: fileIds[1], version: 2, fileKey: counting(32, 100) },
    { fileId: fileIds[0], version: 1, fileKey: counting(32, 50) },
  ];
  let sender: Vault;
  let recipient: Vault;
  let third: Vault;
  let set: GrantSet;
  let expected: GrantExpectation;
  const requestHash = counting(32, 0x80);
  const terms = { timeMs: 1_700_000_000_000, ledgerHead: toBase64url(counting(32, 0xc0)), checkpoint: 'a\n' };
  const of = () => ({ requestId, requestHash, sender: sender.own, expiryMs });

  beforeAll(async () => {
    const kek = await aesKey(counting(32), ['encrypt', 'decrypt']);
    const [one, two, three] = await Promise.all(
      [alice, bob, carol].map((user) => createVault(ownerOf(user), 1, { password: kek, recovery: kek })),
    );
    sender = one!.vault;
    recipient = two!.vault;
    third = three!.vault;
    const bundle = await verifyContact(ownerOf(bob), two!.bundle);
    parties = { requestId, requestHash, sender: sender.own, recipient: bundle };
    set = await sealGrants(of(), bundle, files, sender.signing.privateKey, terms);
    expected = { requestId, requestHash, sender: sender.own, recipient: bundle, expiryMs, files };
  });

  it('are in order, are accepted, and open to the file keys', async () => {
    await checkGrants(set, expected, now);
    expect(set.grants.map(({ fileId, version }) => [fileId, version])).toEqual([
      [fileIds[0], 1],
      [fileIds[1], 2],
    ]);
    expect(fromBase64url(set.grants[0]!.sealed).length).toBe(113);
    expect(await openGrants([set.grants[0]!], parties, recipient.hpke)).toEqual([counting(32, 50)]);
    expect(await openGrants([set.grants[1]!], parties, recipient.hpke)).toEqual([counting(32, 100)]);
  });

  it('survive serialization', async () => checkGrants(JSON.parse(JSON.stringify(set)), expected, now));

  it('contain no unencrypted file key', () => {
    const text = set.grants.map(({ sealed }) => toHex(fromBase64url(sealed))).join();
    expect(text).not.toContain(toHex(counting(32, 50)));
  });

  it('do not open for anyone else', async () => {
    await expect(openGrants([set.grants[0]!], parties, third.hpke)).rejects.toEqual(refusal('GRANT_REFUSED'));
    await expect(openGrants([set.grants[0]!], parties, sender.hpke)).rejects.toEqual(refusal('GRANT_REFUSED'));
  });

  it.each<[string, () => [Partial<Grant>, Partial<typeof parties>]]>([
    ['another request', () => [{}, { requestId: carol }]],
    ['another content of the request', () => [{}, { requestHash: counting(32) }]],
    ['a request that nobody signed', () => [{}, { requestHash: zeros32() }]],
    ['another sender', () => [{}, { sender: third.own }]],
    ['another recipient', () => [{}, { recipient: { ...parties.recipient, userId: carol } }]],
    ['another address', () => [{}, { recipient: { ...parties.recipient, address: 'carol@example.org' } }]],
    ['another address of the sender', () => [{}, { sender: { ...parties.sender, address: 'carol@example.org' } }]],
    ['another expiry', () => [{ expiryMs: expiryMs + 1 }, {}]],
    ['another file', () => [{ fileId: fileIds[1] }, {}]],
    ['another version', () => [{ version: 2 }, {}]],
    ['another key id', () => [{ recipientKeyId: toBase64url(counting(32)) }, {}]],
    ['another grant’s content', () => [{ sealed: set.grants[1]!.sealed }, {}]],
    ['a beginning that is no point', () => [{ sealed: toBase64url(counting(113)) }, {}]],
  ])('do not open for %s', async (_, change) => {
    const [ofGrant, ofParties] = change();
    await expect(
      openGrants([{ ...set.grants[0]!, ...ofGrant }], { ...parties, ...ofParties }, recipient.hpke),
    ).rejects.toEqual(refusal('GRANT_REFUSED'));
  });

  it('do not open with any flipped bit', async () => {
    for (let at = 0; at < 113; at++) {
      const sealed = fromBase64url(set.grants[0]!.sealed);
      sealed[at]! ^= 1 << (at % 8);
      await expect(
        openGrants([{ ...set.grants[0]!, sealed: toBase64url(sealed) }], parties, recipient.hpke),
      ).rejects.toEqual(refusal('GRANT_REFUSED'));
    }
  });

  it.each<[string, string, () => [GrantSet, Partial<GrantExpectation>?]]>([
    ['one left out', 'GRANT_SET_DIFFERS', () => [{ ...set, grants: set.grants.slice(1) }]],
    ['one twice', 'GRANT_SET_DIFFERS', () => [{ ...set, grants: [set.grants[0]!, set.grants[0]!] }]],
    ['one too many', 'GRANT_SET_DIFFERS', () => [{ ...set, grants: [...set.grants, set.grants[1]!] }]],
    ['another order', 'GRANT_SET_DIFFERS', () => [{ ...set, grants: set.grants.toReversed() }]],
    [
      'a file that is not of the request',
      'GRANT_SET_DIFFERS',
      () => [set, { files: [files[0]!, { fileId: carol, version: 1 }] }],
    ],
    [
      'another version of a file',
      'GRANT_SET_DIFFERS',
      () => [set, { files: [files[0]!, { ...files[1]!, version: 2 }] }],
    ],
    ['a key that is no longer current', 'GRANT_KEY_STALE', () => [set, { recipient: third.own }]],
    ['another expiry than agreed', 'GRANT_REFUSED', () => [set, { expiryMs: expiryMs + 1 }]],
    [
      'an expiry put later',
      'BAD_SIGNATURE',
      () => [
        { ...set, grants: set.grants.map((grant) => ({ ...grant, expiryMs: expiryMs + 1 })) },
        { expiryMs: expiryMs + 1 },
      ],
    ],
    ['a replay into another request', 'BAD_SIGNATURE', () => [set, { requestId: carol }]],
    ['another content of the request', 'BAD_SIGNATURE', () => [set, { requestHash: counting(32) }]],
    ['a request that nobody signed', 'BAD_SIGNATURE', () => [set, { requestHash: zeros32() }]],
    ['another time', 'BAD_SIGNATURE', () => [{ ...set, timeMs: terms.timeMs + 1 }]],
    ['another head of the ledger', 'BAD_SIGNATURE', () => [{ ...set, ledgerHead: toBase64url(counting(32)) }]],
    ['another checkpoint', 'BAD_SIGNATURE', () => [{ ...set, checkpoint: '' }]],
    ['their terms left out', 'BAD_SIGNATURE', () => [{ grants: set.grants, sig: set.sig }]],
    [
      'their terms left out, and said to be from before requests were signed',
      'BAD_SIGNATURE',
      () => [{ grants: set.grants, sig: set.sig }, { requestHash: zeros32() }],
    ],
    ['another signer', 'BAD_SIGNATURE', () => [set, { sender: third.own }]],
    [
      'another address of the recipient',
      'BAD_SIGNATURE',
      () => [set, { recipient: { ...parties.recipient, address: 'carol@example.org' } }],
    ],
    [
      'contents exchanged',
      'BAD_SIGNATURE',
      () => [
        {
          ...set,
          grants: [
            { ...set.grants[0]!, sealed: set.grants[1]!.sealed },
            { ...set.grants[1]!, sealed: set.grants[0]!.sealed },
          ],
        },
      ],
    ],
    ['another signature', 'BAD_SIGNATURE', () => [{ ...set, sig: toBase64url(counting(64)) }]],
    ['a signature of another size', 'MALFORMED', () => [{ ...set, sig: '' }]],
  ])('are refused with %s', async (_, problem, change) => {
    const [changed, other] = change();
    await expect(checkGrants(changed, { ...expected, ...other }, now)).rejects.toEqual(refusal(problem));
  });

  it('are signed in the layout that the protocol states', async () => {
    const party = { userId: alice, address: 'alice@example.org', keyId: counting(32, 0x40) };
    const grant = { fileId: fileIds[0], version: 7, recipientKeyId: '', expiryMs, sealed: toBase64url(counting(113)) };
    const statement = await grantStatement(
      { requestId, requestHash, sender: party, recipient: party },
      expiryMs,
      terms,
      [grant],
    );
    expect(toHex(statement)).toBe(
      '736478312f6772616e742d73657401890a5dac96774bbcceb302099a8057808182838485868788898a8b8c8d8e8f909192939495969798999a9b9c9d9e9f01890a5dac96774bbcceb302099a805881477f145b0c918eba4735b8ad35b6c0aad72d327c2259236e243126144b3382404142434445464748494a4b4c4d4e4f505152535455565758595a5b5c5d5e5f01890a5dac96774bbcceb302099a805881477f145b0c918eba4735b8ad35b6c0aad72d327c2259236e243126144b3382404142434445464748494a4b4c4d4e4f505152535455565758595a5b5c5d5e5f000001a3185c50000000018bcfe56800c0c1c2c3c4c5c6c7c8c9cacbcccdcecfd0d1d2d3d4d5d6d7d8d9dadbdcdddedf0002610a00000001a0a1a2a3a4a5a6a7a8a9aaabacadaeaf00000007000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f202122232425262728292a2b2c2d2e2f303132333435363738393a3b3c3d3e3f404142434445464748494a4b4c4d4e4f505152535455565758595a5b5c5d5e5f606162636465666768696a6b6c6d6e6f70',
    );
  });

  it('are refused from the moment they expire', async () => {
    await expect(checkGrants(set, expected, expiryMs)).rejects.toEqual(refusal('GRANT_EXPIRED'));
  });

  it('are not created for a duplicate file', async () => {
    await expect(
      sealGrants(of(), parties.recipient, [files[0]!, files[0]!], sender.signing.privateKey, terms),
    ).rejects.toEqual(refusal('GRANT_SET_DIFFERS'));
  });

  it('are not created from a key of another size', async () => {
    await expect(
      sealGrants(of(), parties.recipient, [{ ...files[0]!, fileKey: counting(16) }], sender.signing.privateKey, terms),
    ).rejects.toEqual(refusal('MALFORMED'));
  });
});
