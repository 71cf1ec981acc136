import { fromBase64url, toBase64url, utf8 } from '../crypto/bytes';
import { aesKey, openUnder } from '../crypto/primitives';
import { counting } from '../testing/streams';
import { passkeyKek, passkeyPrfInput } from './passkey';
import { createVault, openVault, wrapFor } from './vault';

const refusal = (problem: string) => expect.objectContaining({ name: 'SealingError', problem });

// computed by another program (pyca/cryptography): the output is the bytes 0 to 31, the nonce 12 bytes of 7
it('opens what another program wrapped by it', async () => {
  expect(
    await openUnder(
      await passkeyKek(counting(32)),
      fromBase64url('BwcHBwcHBwcHBwcHtTRlQRBYyg9IG1WZ1alaq3b8ZqMmY3CmWfdQl9iEgZP68wP52BcIz_nzi0ow-CKh'),
      utf8('sdx1/uvk|u|1|passkey'),
      'VAULT_LOCKED',
    ),
  ).toEqual(counting(32, 64));
});

it('is evaluated at the label', () => expect(passkeyPrfInput).toEqual(utf8('sdx1/passkey')));

it('opens the vault that it was added to, with its own wrap only', async () => {
  const owner = { userId: '01890a5d-ac96-774b-bcce-b302099a8058', address: 'ann@example.org' };
  const kekOf = (first: number) => aesKey(counting(32, first), ['encrypt', 'decrypt']);
  const password = { kind: 'password', kek: await kekOf(1) } as const;
  const { sealed, bundle } = await createVault(owner, 1, { password: password.kek, recovery: await kekOf(2) });
  const passkey = { kind: 'passkey', kek: await passkeyKek(counting(32, 9)) } as const;
  const wrap = await wrapFor(owner.userId, sealed, password, passkey);
  const open = (wrapped: string, kek = passkey.kek) =>
    openVault(owner.userId, { ...sealed, wraps: { passkey: wrapped } }, bundle, { kind: 'passkey', kek });
  expect((await open(wrap)).epoch).toBe(1);
  await expect(open(wrap, await passkeyKek(counting(32, 10)))).rejects.toEqual(refusal('VAULT_LOCKED'));
  await expect(open(sealed.wraps.password, password.kek)).rejects.toEqual(refusal('VAULT_LOCKED'));
  await expect(open(toBase64url(counting(60)))).rejects.toEqual(refusal('VAULT_LOCKED'));
});

it('needs an output of 32 bytes', async () => {
  for (const length of [0, 31, 64]) await expect(passkeyKek(counting(length))).rejects.toEqual(refusal('MALFORMED'));
});
