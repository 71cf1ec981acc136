import { fromBase64url, toBase64url, utf8 } from '../crypto/bytes';
import { aesKey, openUnder } from '../crypto/primitives';
import { counting } from '../testing/streams';
import { passkeyKek, passkeyPrfInput } from './passkey';
import { createVault, openVault, wrapFor } from './vault';

const refusal = (problem: string) => expect.objectContaining({ name: 'SealingError', problem });

const credential = counting(32, 160);

// computed by another program (pyca/cryptography): the output is the bytes 0 to 31, the id 160 to 191, the nonce 12 bytes of 7
it('opens what another program wrapped by it', async () => {
  expect(
    await openUnder(
      await passkeyKek(counting(32), credential),
      fromBase64url('BwcHBwcHBwcHBwcHnB4N7BrMSR6SfJnnsJ75ZXwfRDnjVy3ryVOdprw9wVRV0wgGhqk_Esb2Hs8FmKKo'),
      utf8('sdx1/uvk|u|1|passkey'),
      'VAULT_LOCKED',
    ),
  ).toEqual(counting(32, 64));
});

it('is evaluated at the label', () => expect(passkeyPrfInput).toEqual(utf8('sdx1/passkey')));

it('opens the vault that it was added to, with its own wrap only: of its output, id, owner and epoch', async () => {
  const owner = { userId: '01890a5d-ac96-774b-bcce-b302099a8058', address: 'ann@example.org' };
  const kekOf = (first: number) => aesKey(counting(32, first), ['encrypt', 'decrypt']);
  const password = { kind: 'password', kek: await kekOf(1) } as const;
  const { sealed, bundle } = await createVault(owner, 1, { password: password.kek, recovery: await kekOf(2) });
  const passkey = { kind: 'passkey', kek: await passkeyKek(counting(32, 9), credential) } as const;
  const wrap = await wrapFor(owner.userId, sealed, password, passkey);
  const open = (wrapped: string, kek = passkey.kek, userId = owner.userId, epoch = 1) =>
    openVault(userId, { ...sealed, epoch, wraps: { passkey: wrapped } }, bundle, { kind: 'passkey', kek });
  expect((await open(wrap)).epoch).toBe(1);
  const others = [await passkeyKek(counting(32, 10), credential), await passkeyKek(counting(32, 9), counting(32, 161))];
  for (const kek of others) await expect(open(wrap, kek)).rejects.toEqual(refusal('VAULT_LOCKED'));
  const stranger = '01890a5d-ac96-774b-bcce-b302099a8059';
  await expect(open(wrap, passkey.kek, stranger)).rejects.toEqual(refusal('VAULT_LOCKED'));
  await expect(open(wrap, passkey.kek, owner.userId, 2)).rejects.toEqual(refusal('VAULT_LOCKED'));
  await expect(open(sealed.wraps.password, password.kek)).rejects.toEqual(refusal('VAULT_LOCKED'));
  await expect(open(toBase64url(counting(60)))).rejects.toEqual(refusal('VAULT_LOCKED'));
});

it('needs an output of 32 bytes', async () => {
  for (const length of [0, 31, 64])
    await expect(passkeyKek(counting(length), credential)).rejects.toEqual(refusal('MALFORMED'));
});
