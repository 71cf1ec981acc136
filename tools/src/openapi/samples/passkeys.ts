import { bytes, ids, of, times, usual, ann } from './scenario';

const challenge = bytes('passkey challenge', 32);
const host = 'tradepost.example';
const clientData = (type: string) =>
  Buffer.from(JSON.stringify({ type, challenge, origin: `https://${host}`, crossOrigin: false })).toString('base64url');
const credential = bytes('passkey', 16);

const assertion = {
  id: credential,
  clientDataJSON: clientData('webauthn.get'),
  authenticatorData: bytes('authenticator data', 37),
  signature: bytes('passkey signature', 71),
  userHandle: Buffer.from(ids.ann.replaceAll('-', ''), 'hex').toString('base64url'),
};

export const passkeyAnswers: Record<string, unknown> = {
  ...of('PasskeyRequest', { challenge, rpId: host, timeout: 300_000 }),
  ...of('PasskeyCreation', {
    challenge,
    rpId: host,
    timeout: 300_000,
    algorithms: [-7, -8, -257],
    exclude: [credential],
  }),
  'PasskeyCreation.user': {
    id: assertion.userHandle,
    name: ann.email,
    displayName: `${ann.firstName} ${ann.lastName}`,
  },
  ...of('PasskeyView', { id: ids.passkey, name: 'Office laptop', lastUsedAt: times.nextMorning, opensVault: true }),
};

export const passkeyInputs: Record<string, unknown> = {
  'passkeys/{id}': ids.passkey,
  'person-key/passkeys/{id}': bytes('credential', 32),
  'passkeyLogin.passkey': assertion,
  'passkeyLoginReceiver.passkey': assertion,
  ...of('verifyStepUpPasskey', { id: ids.request, passkey: assertion }),
  'startPasskeyStepUp.requestId': usual,
  'startPasskey.password': usual,
  ...of('addPasskey', {
    name: 'Office laptop',
    epoch: usual,
    wrap: usual,
    passkey: {
      id: credential,
      clientDataJSON: clientData('webauthn.create'),
      attestationObject: bytes('attestation', 180),
    },
  }),
};
