import { concat, fromBase64url, toBase64url, utf8, uuidBytes } from '../crypto/bytes';
import { sealFor } from '../crypto/hpke';
import { aesKey, hkdfSha256, sealUnder } from '../crypto/primitives';
import { partyBytes } from '../grant-layout';
import { counting } from '../testing/streams';
import { fingerprint, importPoint } from './bundle';
import { askHandover, compareHandover, giveHandover, handedOver, type AskedHandover } from './key-handover';
import {
  createPersonKey,
  ecdh,
  openPersonKey,
  rewrapPersonKey,
  verifyPersonKey,
  type StoredPersonKey,
} from './person-key';

const refusal = (problem: string) => expect.objectContaining({ name: 'SealingError', problem });
const bob = { userId: '0195a5c3-7a1e-7000-8000-000000000002', address: 'bob@example.org' };
const eve = { userId: '0195a5c3-7a1e-7000-8000-000000000009', address: 'eve@example.org' };
const kekFrom = (first: number) => aesKey(counting(32, first), ['encrypt', 'decrypt']);
const recovery = async () => ({ kind: 'recovery', kek: await kekFrom(0) }) as const;

async function keyOf(owner = bob) {
  const stored = await createPersonKey(owner, (await recovery()).kek, 'recovery');
  return { stored, person: await verifyPersonKey(owner, stored.key) };
}
async function given(asked: AskedHandover, stored: StoredPersonKey) {
  const compared = await compareHandover(asked.person, asked.sent, fingerprint(asked));
  return giveHandover(compared, stored, await recovery());
}

// made by this library; the key of the vectors of `person-key.spec.ts`
// cspell:disable
const bobsKey = {
  suite: 1,
  address: 'bob@example.org',
  hpkePublic: 'BOD03bioDFio56V8r3XmdTFGritBnsDsfdWx688F3EhkUp5MoYZgzjr0f8Q0Is3570XPWegzr_7hrLG9_wMldl8',
  createdAt: '2026-11-27T22:55:16.124Z',
};
const vector = {
  sent: {
    requestId: '4a38bd6f-8357-4e40-ae56-9ffa60d61f3f',
    sealedPublic:
      '_uX-5IWGy2WoPPfAC_rpdsKRhcyXdxcq0piSiuB3p7bH5PiH1SbKqOYmIwH5V_1nqvLefrGuRalwtO0L69CAPKtWHoiVKhkMpi0ROwVcNr3iWnoF2oXQzwFn6YKU',
  },
  number: '29717 66574 36538 73708 82533 85826 72219 85548',
  freshPublic: 'BCNNxtC4YIvsQ8EW7jYeqvURCrF15dmfimjFb9wtPCH39HPUEwnTV64r12x1ZsXDpEG4GjlMqaoX0_z3VQaHM_Y',
  freshPrivate:
    'MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgWoGLAsKrGLcHORwCfzDj3hNdHB7mJvMfCHeluHz-96ehRANCAAQjTcbQuGCL7EPBFu42Hqr1EQqxdeXZn4poxW_cLTwh9_Rz1BMJ01euK9dsdWbFw6RBuBo5TKmqF9P891UGhzP2',
  given:
    'BF4dGJHIIyIkfTJelufB_Gf1no5OdxlfzwHVyBiIvKUL_QiuLUDxxjVbBT1x5pt24eHjBm0w-_XxmyAldTF0tKCbuCQth7ISsJ5VxjPkE_EU0OyaEE8pe7HtJLReujdu5m69kgnmufKNtp1lZd7nqe47y8x2uk3uL9wvcMil47-aiXY2xuAA8lgJ2V5T8WANczVAhBVTMe18jV73ViVfwWjDting295xqINfTkYZRP_qt14CTOuClLiYwXtn3AIuvrLMsIhHNuLEoRKEiXr6l7COhUvPtKAfv9Ip',
};
// cspell:enable

it('opens to the content of the test vector', async () => {
  const person = await verifyPersonKey(bob, bobsKey);
  const { sent, number, freshPublic, freshPrivate, given: sealed } = vector;
  const { keyId } = await compareHandover(person, sent, number);
  expect(fingerprint({ keyId })).toBe(number);
  const fresh = {
    publicKey: await importPoint(freshPublic, ecdh, []),
    privateKey: await crypto.subtle.importKey('pkcs8', fromBase64url(freshPrivate), ecdh, false, ['deriveBits']),
  };
  const { requestId } = sent;
  const unlock = handedOver({ requestId, person, keyId, fresh, sent }, sealed);
  expect((await openPersonKey(bob, { key: bobsKey, wrap: '' }, unlock)).keyId).toEqual(person.keyId);
});

it('opens the key on a new device once the number was typed, and lets a passkey open it from then on', async () => {
  const { stored, person } = await keyOf();
  const asked = await askHandover(person);
  const unlock = handedOver(asked, await given(asked, stored));
  const opened = await openPersonKey(bob, stored, unlock);
  expect(opened.keyId).toEqual(person.keyId);
  expect(opened.hpke.privateKey.extractable).toBe(false);
  const passkey = { kind: 'passkey', id: 'bGFw', kek: await kekFrom(1) } as const;
  const wrap = await rewrapPersonKey(bob, stored, unlock, passkey);
  const withPasskey = { ...stored, passkeys: [{ id: 'bGFw', wrap }] };
  expect((await openPersonKey(bob, withPasskey, passkey)).keyId).toEqual(person.keyId);
});

it('gives to a key only for its number, request, person and person’s key', async () => {
  const { stored, person } = await keyOf();
  const [asked, others] = [await askHandover(person), await askHandover(person)];
  const number = fingerprint(asked);
  const refused = refusal('KEY_HANDOVER_REFUSED');
  const wrong = `${number.slice(0, -1)}${(Number(number.at(-1)) + 1) % 10}`;
  const { sealedPublic } = asked.sent;
  for (const typed of [wrong, '', fingerprint(others)])
    await expect(compareHandover(person, asked.sent, typed)).rejects.toEqual(refused);
  for (const sent of [others.sent, { ...asked.sent, requestId: others.requestId }, { ...others.sent, sealedPublic }])
    await expect(compareHandover(person, sent, number)).rejects.toEqual(refused);
  for (const other of [(await keyOf()).person, (await keyOf(eve)).person])
    await expect(compareHandover(other, asked.sent, number)).rejects.toEqual(refused);
  await expect(compareHandover(person, { ...asked.sent, sealedPublic: 'AAAA' }, number)).rejects.toEqual(
    refusal('MALFORMED'),
  );
  const compared = await compareHandover(person, asked.sent, number.replaceAll(' ', '\u00a0-'));
  await expect(giveHandover(compared, (await keyOf()).stored, await recovery())).rejects.toEqual(refused);
  await expect(giveHandover(compared, stored, { kind: 'recovery', kek: await kekFrom(1) })).rejects.toEqual(
    refusal('VAULT_LOCKED'),
  );
});

it('gives nothing to another key, also if the server knows the number', async () => {
  const { person } = await keyOf();
  const [asked, servers] = [await askHandover(person), await askHandover(person)];
  const number = fingerprint(asked);
  const kek = await hkdfSha256(utf8(number.replaceAll(' ', '')), utf8('sdx1/handover-number'));
  const place = concat(utf8('sdx1/key-handover'), uuidBytes(asked.requestId), await partyBytes(person));
  const freshPublic = new Uint8Array(await crypto.subtle.exportKey('raw', servers.fresh.publicKey));
  const sealedPublic = toBase64url(await sealUnder(await aesKey(kek, ['encrypt']), freshPublic, place));
  await expect(compareHandover(person, { ...asked.sent, sealedPublic }, number)).rejects.toEqual(
    refusal('KEY_HANDOVER_REFUSED'),
  );
});

it('opens nothing else with what was given', async () => {
  const { stored, person } = await keyOf();
  const [asked, again] = [await askHandover(person), await askHandover(person)];
  const sealed = await given(asked, stored);
  const locked = refusal('VAULT_LOCKED');
  for (const [ask, sent, of] of [
    [again, sealed, stored],
    [asked, await given(again, stored), stored],
    [asked, sealed, (await keyOf()).stored],
    [asked, toBase64url(fromBase64url(sealed).fill(1, -1)), stored],
  ] as const)
    await expect(openPersonKey(bob, of, handedOver(ask, sent))).rejects.toEqual(locked);
  await expect(openPersonKey(bob, stored, handedOver(asked, 'AAAA'))).rejects.toEqual(locked);
});

it('does not take a private key that is not that of the public one, from someone who knows the fresh key', async () => {
  const { stored, person } = await keyOf();
  const asked = await askHandover(person);
  const other = await crypto.subtle.generateKey(ecdh, true, ['deriveBits']);
  const pkcs8 = new Uint8Array(await crypto.subtle.exportKey('pkcs8', other.privateKey));
  for (const content of [pkcs8, counting(138)]) {
    const forged = await sealFor(asked.fresh.publicKey, content, utf8('sdx1/key-handover'), asked.keyId);
    await expect(openPersonKey(bob, stored, handedOver(asked, toBase64url(forged)))).rejects.toEqual(
      refusal('VAULT_LOCKED'),
    );
  }
});
