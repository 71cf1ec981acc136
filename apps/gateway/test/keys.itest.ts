import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { identity } from '@tradepost/contracts/identity';
import { keyId } from '@tradepost/proofs/key-id';
import { exportJWK, SignJWT } from 'jose';
import { userActor } from '@tradepost/testing/service-harness';
import type { GatewayConfig } from '../src/config';
import { SignedUrls } from '../src/auth/signed-urls';
import { startGateway, type GatewayUnderTest } from './gateway-harness';

const pair = () => generateKeyPairSync('ec', { namedCurve: 'P-256' });
const pem = (key: KeyObject) => key.export({ type: 'spki', format: 'pem' }).toString();
const [present, previous, foreign] = [pair(), pair(), pair()];
const urlKeys = ['present', 'previous', 'foreign'].map((name) => name.repeat(5)) as [string, string, string];

let gateway: GatewayUnderTest;
beforeAll(async () => {
  gateway = await startGateway({
    JWT_PUBLIC_KEY: pem(present.publicKey),
    JWT_PUBLIC_KEY_PREVIOUS: pem(previous.publicKey),
    URL_SIGNING_KEY: urlKeys[0],
    URL_SIGNING_KEY_PREVIOUS: urlKeys[1],
  });
  await gateway.stubService(identity.sessions, () => []);
});
afterAll(() => gateway.stop());

const withToken = async (token: string) =>
  (await fetch(`${gateway.origin}/api/auth/sessions`, { headers: { authorization: `Bearer ${token}` } })).status;
const signedBy = (key: KeyObject, kid?: string) => {
  const actor = userActor();
  gateway.setActor(actor.sessionId, actor);
  return gateway.tokenOf({ sub: actor.userId, sid: actor.sessionId }, { key, ...(kid !== undefined && { kid }) });
};

describe('a session’s token', () => {
  it.each([
    ['the present key', present],
    ['a previous one', previous],
  ])('of %s is accepted', async (_which, { privateKey }) => {
    expect(await withToken(await signedBy(privateKey))).toBe(200);
  });

  it('signed by another key is refused, with any key id', async () => {
    for (const kid of [undefined, '', keyId(present.publicKey), keyId(previous.publicKey)])
      expect(await withToken(await signedBy(foreign.privateKey, kid))).toBe(401);
    expect(await withToken(await signedBy(present.privateKey, keyId(foreign.publicKey)))).toBe(401);
    expect(await withToken(await signedBy(present.privateKey, keyId(previous.publicKey)))).toBe(401);
  });

  it('that contains its own key is refused', async () => {
    const actor = userActor();
    gateway.setActor(actor.sessionId, actor);
    const token = await new SignJWT({ sub: actor.userId, sid: actor.sessionId })
      .setProtectedHeader({
        alg: 'ES256',
        jwk: await exportJWK(foreign.publicKey),
        jku: `${gateway.origin}/api/keys`,
        x5u: `${gateway.origin}/api/keys`,
      })
      .setIssuer('tradepost')
      .setAudience('tradepost')
      .setExpirationTime('1h')
      .sign(foreign.privateKey);
    expect(await withToken(token)).toBe(401);
  });

  it('without a key id is verified with the current key', async () => {
    const unnamed = async (key: KeyObject) => {
      const actor = userActor();
      gateway.setActor(actor.sessionId, actor);
      return new SignJWT({ sub: actor.userId, sid: actor.sessionId })
        .setProtectedHeader({ alg: 'ES256' })
        .setIssuer('tradepost')
        .setAudience('tradepost')
        .setExpirationTime('1h')
        .sign(key);
    };
    expect([
      await withToken(await unnamed(present.privateKey)),
      await withToken(await unnamed(foreign.privateKey)),
    ]).toEqual([200, 401]);
  });

  it.each(['x', 'a.b.c', '..', 'eyJhbGciOiJub25lIn0.e30.', `${Buffer.from('null').toString('base64url')}.e30.`])(
    'is not %s',
    async (token) => {
      expect(await withToken(token)).toBe(401);
    },
  );
});

it('an address signed by a previous key works, one signed by another key does not', () => {
  const opens = (key: string) => {
    const address = new SignedUrls({
      URL_SIGNING_KEY: key,
      URL_SIGNING_KEY_PREVIOUS: [] as string[],
    } as GatewayConfig).sign('/api/files/1', { sessionId: 'session' });
    const [path = '', query] = address.split('?');
    return gateway.app.get(SignedUrls).verify(path, Object.fromEntries(new URLSearchParams(query)));
  };
  expect(urlKeys.map(opens)).toEqual(['session', 'session', null]);
});
