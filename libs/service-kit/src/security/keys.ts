import { createPublicKey, timingSafeEqual } from 'node:crypto';
import { array, string } from 'yup';

const pem = /-----BEGIN ([A-Z ]+)-----[^-]+-----END \1-----/g;

const apart = (text: string) =>
  text.match(pem) ??
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

/** A setting that is a PEM of a public key, or of a private one that has it. */
export const publicKey = () =>
  string().test('public-key', (text) => {
    try {
      return !text || createPublicKey(text).type === 'public';
    } catch {
      return false;
    }
  });

/** The setting `X_PREVIOUS`: several PEMs, or one value a line. @param one what each must be */
export const previousKeys = (one = string()) =>
  array(one.required())
    .transform((_cast, given: unknown) => (typeof given === 'string' ? apart(given) : given))
    .default(() => []);

/** The keys of a rotation: `X` comes first and creates everything new; it and each of `X_PREVIOUS` are accepted. */
export function keysOf<N extends string>(
  name: N,
  config: Readonly<Record<N, string> & Record<`${N}_PREVIOUS`, string[]>>,
): [string, ...string[]] {
  const previous: Readonly<Record<`${N}_PREVIOUS`, string[]>> = config;
  return [config[name], ...previous[`${name}_PREVIOUS`]];
}

/** Whether one of the keys makes this MAC; compared in constant time. */
export function isMacOfOne(keys: readonly string[], given: string, mac: (key: string) => string): boolean {
  const bytes = Buffer.from(given);
  return keys.some((key) => {
    const expected = Buffer.from(mac(key));
    return bytes.length === expected.length && timingSafeEqual(bytes, expected);
  });
}
