import { execFileSync } from 'node:child_process';
import { generateKeyPairSync, randomBytes, type KeyPairKeyObjectResult } from 'node:crypto';
import { busUsers, schemas } from './catalogue';

/** Every key and password of one installation. */
export interface Secrets {
  jwtPrivateKey: string;
  jwtPublicKey: string;
  actorPrivateKey: string;
  actorPublicKey: string;
  urlSigningKey: string;
  codePepper: string;
  totpKey: string;
  opaqueSetup: string;
  atRestKey: string;
  unsubscribeKey: string;
  webhookKey: string;
  auditSigningKey: string;
  manifestSigningKey: string;
  keyLogSigningKey: string;
  /** `X_PREVIOUS` by setting `X`. */
  previous: Record<string, string>;
  /** By schema. */
  databasePasswords: Record<string, string>;
  /** By bus user; they begin with a letter, as the NATS configuration wants of a variable that is text. */
  busPasswords: Record<string, string>;
}

const pem = ({ privateKey, publicKey }: KeyPairKeyObjectResult) => ({
  privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  publicKey: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
});

const random = () => randomBytes(32).toString('base64url');
const passwords = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, random()]));

/** The library creates it only asynchronously; running its program in a child process is synchronous. */
const newOpaqueSetup = () =>
  execFileSync(process.execPath, [require.resolve('@serenity-kit/opaque/bin/index.js'), 'create-server-setup'], {
    encoding: 'utf8',
  }).trim();

/** All new, but what is known of the one that takes a process of its own to make. */
export function makeSecrets({ opaqueSetup = newOpaqueSetup() }: Partial<Secrets> = {}): Secrets {
  const jwt = pem(generateKeyPairSync('ec', { namedCurve: 'P-256' }));
  const actor = pem(generateKeyPairSync('ed25519'));
  return {
    jwtPrivateKey: jwt.privateKey,
    jwtPublicKey: jwt.publicKey,
    actorPrivateKey: actor.privateKey,
    actorPublicKey: actor.publicKey,
    urlSigningKey: random(),
    codePepper: random(),
    totpKey: random(),
    opaqueSetup,
    atRestKey: random(),
    unsubscribeKey: random(),
    webhookKey: random(),
    auditSigningKey: pem(generateKeyPairSync('ec', { namedCurve: 'P-256' })).privateKey,
    manifestSigningKey: pem(generateKeyPairSync('ec', { namedCurve: 'P-256' })).privateKey,
    keyLogSigningKey: pem(generateKeyPairSync('ed25519')).privateKey,
    previous: {},
    databasePasswords: passwords(schemas),
    busPasswords: Object.fromEntries(busUsers.map((user) => [user, `p${randomBytes(24).toString('hex')}`])),
  };
}
