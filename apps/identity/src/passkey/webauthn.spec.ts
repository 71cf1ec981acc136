import { isoCBOR } from '@simplewebauthn/server/helpers';
import { registeredKey } from './webauthn';

// a library that accepts everything: what is refused is refused before it follows the addresses in a certificate
jest.mock('@simplewebauthn/server', () => ({
  verifyRegistrationResponse: ({ response: { id } }: { response: { id: string } }) =>
    Promise.resolve({
      verified: true,
      registrationInfo: { credential: { id, publicKey: new Uint8Array([1]), counter: 0 } },
    }),
}));

const isRegistered = async (fmt: string, statement: [string, unknown][] = []) => {
  const attestation = new Map<string, unknown>([
    ['fmt', fmt],
    ['attStmt', new Map(statement)],
    ['authData', new Uint8Array(37)],
  ]);
  const attestationObject = Buffer.from(isoCBOR.encode(attestation as never)).toString('base64url');
  const clientDataJSON = Buffer.from('{}').toString('base64url');
  const party = { id: 'tradepost.test', origin: 'https://tradepost.test' };
  return (await registeredKey(party, 'challenge', { id: 'id', clientDataJSON, attestationObject })) !== null;
};

it('takes new passkeys without a statement about their maker, or signed by themselves', async () => {
  expect(await isRegistered('none')).toBe(true);
  expect(await isRegistered('packed', [['alg', -7]])).toBe(true);
});

it('refuses certificates and other statements unread', async () => {
  expect(await isRegistered('packed', [['x5c', [new Uint8Array(64)]]])).toBe(false);
  for (const fmt of ['tpm', 'android-key', 'fido-u2f', 'apple', '']) expect(await isRegistered(fmt)).toBe(false);
});
