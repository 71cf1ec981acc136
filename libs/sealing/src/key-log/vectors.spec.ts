import { fromHex, sha256, toHex } from '../crypto/bytes';
import { counting } from '../testing/streams';
import { openCheckpoint, signCheckpoint, verifierKeyOf } from './checkpoint';
import { decodeEntry, encodeEntry } from './entry';
import { labelOf } from './label';
import { GrowingTree } from './tree';

/* Computed by other programs (pyca/cryptography and Python’s argon2): a log of one entry, signed with the Ed25519 key of the seed 00..1f. */
const origin = 'tradepost.example/key-log';
const label = 'b11e10386ea8da3fa0751ec0e82c3676a075a3ebb213e738a66dcc1db53278fb';
const leaf =
  '736478312f6b65792d6c6f67b11e10386ea8da3fa0751ec0e82c3676a075a3ebb213e738a66dcc1db53278fb01890a5dac96774bbcceb302099a805900000002202122232425262728292a2b2c2d2e2f303132333435363738393a3b3c3d3e3f0000018bcfe56800';
const entry = {
  label: fromHex(label),
  userId: '01890a5d-ac96-774b-bcce-b302099a8059',
  epoch: 2,
  keyId: counting(32, 0x20),
  time: 1_700_000_000_000,
};
const verifier = 'tradepost.example/key-log+fd600027+AQOhB7/zzhC+HXDdGOdLwJln5NYwm6UNXx3chmQSVTG4';
const note =
  'tradepost.example/key-log\n1\nWuJa27coi0Sq9txAGrknh/LEPxGKen1WoU2nkyfdNRQ=\n\n— tradepost.example/key-log /WAAJwmEQNhSV910g2LvosJ2WoYamte7eKuRt65uNEE5pVrPhPrn3UEPDGzdvrMcrAQKGgOfOhs2iOTCB5H+R1fZLQI=\n';

test('the label of an address is Argon2id with the salt of its log, also after a restore', async () => {
  expect(toHex(await labelOf('bob@example.org', origin))).toBe(label);
  expect(toHex(await labelOf('bob@example.org', `${origin}/1795000000`))).toBe(label);
});

test('an entry has the bytes that the protocol states', () => {
  expect(toHex(encodeEntry(entry))).toBe(leaf);
  expect(decodeEntry(fromHex(leaf))).toEqual(entry);
});

test('a checkpoint is the signed root of its entries', async () => {
  const tree = new GrowingTree();
  await tree.add(fromHex(leaf));
  const root = await tree.root();
  expect(root).toEqual(await sha256(fromHex(`00${leaf}`)));
  const pkcs8 = fromHex(`302e020100300506032b657004220420${toHex(counting(32))}`);
  const privateKey = await crypto.subtle.importKey('pkcs8', pkcs8, 'Ed25519', false, ['sign']);
  const publicKey = Uint8Array.from(atob(verifier.split('+').slice(2).join('+')), (char) => char.charCodeAt(0)).slice(
    1,
  );
  expect(await verifierKeyOf(origin, publicKey)).toBe(verifier);
  expect(await signCheckpoint({ origin, size: 1, root }, privateKey, publicKey)).toBe(note);
  expect(await openCheckpoint(note, verifier)).toEqual({ origin, size: 1, root });
});
