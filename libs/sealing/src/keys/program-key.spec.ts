import { fromBase64url, toBase64url, utf8 } from '../crypto/bytes';
import { newSealingKey, programKek } from './program-key';
import { openUnder } from '../crypto/primitives';
import { counting } from '../testing/streams';

const refusal = expect.objectContaining({ name: 'SealingError', problem: 'SEALING_KEY_MISTYPED' });

it('is different each time, in the same format', async () => {
  const [one, other] = [await newSealingKey(), await newSealingKey()];
  expect(one).toMatch(/^tps_[A-Za-z0-9_-]{48}$/);
  expect(other).not.toBe(one);
  await programKek(one);
});

// computed by another program (pyca/cryptography): the secret is the bytes 0 to 31, the nonce 12 bytes of 7
it('opens a vault that another program wrapped with it', async () => {
  const key = `tps_${toBase64url(counting(32))}`;
  const whole = 'tps_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh9jDc0p';
  expect(whole.startsWith(key.slice(0, 40))).toBe(true);
  expect(
    await openUnder(
      await programKek(whole),
      fromBase64url('BwcHBwcHBwcHBwcHwqYxIKwb4Q1pNx8Yjr3H8qsyVX-oGCL93CCqTurC22uCroznyJfDtAKv12BE_QY0'),
      utf8('sdx1/uvk|u|1|program'),
      'VAULT_LOCKED',
    ),
  ).toEqual(counting(32, 64));
});

it('is refused if a character is wrong, missing or added', async () => {
  const key = await newSealingKey();
  for (let at = 0; at < key.length; at++)
    await expect(programKek(key.slice(0, at) + (key[at] === 'A' ? 'B' : 'A') + key.slice(at + 1))).rejects.toEqual(
      refusal,
    );
  for (const wrong of [
    '',
    key.slice(0, -1),
    `${key}A`,
    ` ${key}`,
    key.toLowerCase() === key ? 'tps_' : key.toLowerCase(),
  ])
    await expect(programKek(wrong)).rejects.toEqual(refusal);
});
