import { fromBase64url, toBase64url } from '../crypto/bytes';
import { aesKey } from '../crypto/primitives';
import { counting } from '../testing/streams';
import { fingerprint } from './bundle';
import { createPersonKey, openPersonKey, rewrapPersonKey, verifyPersonKey } from './person-key';

const refusal = (problem: string) => expect.objectContaining({ name: 'SealingError', problem });
const bob = { userId: '0195a5c3-7a1e-7000-8000-000000000002', address: 'bob@example.org' };
const kekFrom = (first: number) => aesKey(counting(32, first), ['encrypt', 'decrypt']);

// made by this library; the key of the password is the bytes 0 to 31
// cspell:disable
const bobsKey = {
  key: {
    suite: 1,
    address: 'bob@example.org',
    hpkePublic: 'BOD03bioDFio56V8r3XmdTFGritBnsDsfdWx688F3EhkUp5MoYZgzjr0f8Q0Is3570XPWegzr_7hrLG9_wMldl8',
    createdAt: '2026-11-27T22:55:16.124Z',
  },
  wrap: 'SdimqvR0O_YZYzlqF_V0mg4FEpZzFG2-fLl1Hqdu2u-NjxsDoe73kuT6prt7wDNlirMnx1mzhcdmRGFA_Kp086GhXc-2H29UwW3ui5Hvr2VUlOBiz8fq2NvhPI6wdzuseHGI_dWB5BUvdDQhSvpYskGYvockKi5kRmf5PFZFlQZ8Bot2zGp1MCw7iZZk0jnV7snGo8TnfBX8VUPWeoewQ8D-njUWWg',
};
const keyId = '5U0BzRkN27gk1VQlVpplnmgUjtdBXfU-cH1umvw5BKU';
// cspell:enable

it('opens to the content of the test vector', async () => {
  const opened = await openPersonKey(bob, bobsKey, { kek: await kekFrom(0) });
  expect(toBase64url(opened.keyId)).toBe(keyId);
  expect(fingerprint(opened)).toBe('71737 49418 16221 57066 31696 16120 69806 41957');
  expect(opened.hpke.privateKey.extractable).toBe(false);
});

it('is bound to its person and address, and to each of its fields', async () => {
  const { key } = bobsKey;
  const own = toBase64url((await verifyPersonKey(bob, key)).keyId);
  await expect(verifyPersonKey({ ...bob, address: 'eve@example.org' }, key)).rejects.toEqual(refusal('KEY_UNPROVEN'));
  await expect(verifyPersonKey(bob, { ...key, suite: 2 })).rejects.toEqual(refusal('UNSUPPORTED'));
  await expect(verifyPersonKey(bob, { ...key, createdAt: '2026-11-27' })).rejects.toEqual(refusal('MALFORMED'));
  const noPoint = toBase64url(fromBase64url(key.hpkePublic).fill(1, 1));
  await expect(verifyPersonKey(bob, { ...key, hpkePublic: noPoint })).rejects.toEqual(refusal('MALFORMED'));
  const eve = { userId: '0195a5c3-7a1e-7000-8000-000000000009', address: 'eve@example.org' };
  const other = await createPersonKey(eve, await kekFrom(0));
  const ids = await Promise.all([
    verifyPersonKey({ ...bob, userId: eve.userId }, key),
    verifyPersonKey(eve, { ...key, address: eve.address }),
    verifyPersonKey(bob, { ...key, hpkePublic: other.key.hpkePublic }),
    verifyPersonKey(bob, { ...key, createdAt: '2026-11-27T22:55:16.125Z' }),
  ]);
  expect(new Set([own, ...ids.map((one) => toBase64url(one.keyId))]).size).toBe(5);
});

it('opens only with its password, for its person, and with the key that it states', async () => {
  const locked = refusal('VAULT_LOCKED');
  await expect(openPersonKey(bob, bobsKey, { kek: await kekFrom(1) })).rejects.toEqual(locked);
  const eve = { ...bob, userId: '0195a5c3-7a1e-7000-8000-000000000009' };
  await expect(openPersonKey(eve, bobsKey, { kek: await kekFrom(0) })).rejects.toEqual(locked);
  const { key } = await createPersonKey(bob, await kekFrom(0));
  await expect(openPersonKey(bob, { ...bobsKey, key }, { kek: await kekFrom(0) })).rejects.toEqual(locked);
});

it('moves to a new password', async () => {
  const [before, after] = [{ kek: await kekFrom(0) }, { kek: await kekFrom(1) }];
  const wrap = await rewrapPersonKey(bob, bobsKey, before, after);
  expect(toBase64url((await openPersonKey(bob, { ...bobsKey, wrap }, after)).keyId)).toBe(keyId);
  await expect(openPersonKey(bob, { ...bobsKey, wrap }, before)).rejects.toEqual(refusal('VAULT_LOCKED'));
  await expect(rewrapPersonKey(bob, bobsKey, after, before)).rejects.toEqual(refusal('VAULT_LOCKED'));
});

it('of a person without a password opens with the recovery key and with each passkey, and each wrap with its own alone', async () => {
  const [recovery, laptop, phone] = [await kekFrom(0), await kekFrom(1), await kekFrom(2)];
  const made = await createPersonKey(bob, recovery, 'recovery');
  const byRecovery = { kind: 'recovery', kek: recovery } as const;
  const byPasskey = (id: string, kek: typeof laptop) => ({ kind: 'passkey', id, kek }) as const;
  const passkeys = [
    { id: 'bGFw', wrap: await rewrapPersonKey(bob, made, byRecovery, byPasskey('bGFw', laptop)) },
    { id: 'cGhv', wrap: await rewrapPersonKey(bob, made, byRecovery, byPasskey('cGhv', phone)) },
  ];
  const stored = { ...made, passkeys };
  const id = toBase64url((await verifyPersonKey(bob, made.key)).keyId);
  for (const unlock of [byRecovery, byPasskey('bGFw', laptop), byPasskey('cGhv', phone)])
    expect(toBase64url((await openPersonKey(bob, stored, unlock)).keyId)).toBe(id);
  const swapped = { ...stored, passkeys: [{ id: 'bGFw', wrap: passkeys[1]!.wrap }] };
  const misused = { ...stored, wrap: passkeys[0]!.wrap };
  for (const [sent, unlock] of [
    [stored, { kek: recovery }],
    [stored, { kind: 'recovery', kek: laptop }],
    [stored, byPasskey('bGFw', phone)],
    [stored, byPasskey('bGFw', recovery)],
    [stored, byPasskey('bm9uZQ', laptop)],
    [made, byPasskey('bGFw', laptop)],
    [swapped, byPasskey('bGFw', laptop)],
    [misused, { kind: 'recovery', kek: laptop }],
    [misused, { kek: laptop }],
  ] as const)
    await expect(openPersonKey(bob, sent, unlock)).rejects.toEqual(refusal('VAULT_LOCKED'));
});
