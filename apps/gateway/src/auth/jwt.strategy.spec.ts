import { generateKeyPairSync } from 'node:crypto';
import { importPKCS8, SignJWT } from 'jose';
import type { GatewayConfig } from '../config';
import { JwtStrategy } from './jwt.strategy';

const keys = () => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return { privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(), publicKey: publicKey.export({ type: 'spki', format: 'pem' }).toString() };
};
const [old, now, other] = [keys(), keys(), keys()];
const tokenOf = async ({ privateKey }: { privateKey: string }) =>
  new SignJWT({ sid: 's1' }).setProtectedHeader({ alg: 'ES256' }).setIssuer('tradepost').setAudience('tradepost').setExpirationTime('1h').sign(await importPKCS8(privateKey, 'ES256'));

/** What the strategy says of a call: who bears the token, or undefined. */
function asked(JWT_PUBLIC_KEY: string, token: string): Promise<unknown> {
  const strategy = new JwtStrategy({ JWT_PUBLIC_KEY } as GatewayConfig);
  return new Promise((resolve, reject) => {
    Object.assign(strategy, { success: resolve, fail: () => resolve(undefined), error: reject });
    (strategy as unknown as { authenticate(request: object): void }).authenticate({ headers: { authorization: `Bearer ${token}` } });
  });
}

test('while the key is being changed, tokens of either open sessions and no others', async () => {
  const both = `${now.publicKey}${old.publicKey}`;
  for (const key of [old, now]) expect(await asked(both, await tokenOf(key))).toMatchObject({ sid: 's1' });
  expect(await asked(both, await tokenOf(other))).toBeUndefined();
  expect(await asked(now.publicKey, await tokenOf(old))).toBeUndefined();
  for (const nonsense of ['x', 'a.b.c', '..']) expect(await asked(both, nonsense)).toBeUndefined();
});
