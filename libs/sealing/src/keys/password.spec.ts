import { fromHex } from '../crypto/bytes';
import { hash, hashRaw } from '@node-rs/argon2';
import * as library from '@serenity-kit/opaque';
import { aesKey, openUnder, sealUnder } from '../crypto/primitives';
import { counting } from '../testing/streams';
import { formerHash, formerKdf } from '../crypto/argon2-costs';
import { inputsOf, passwordWork, type Secret } from './opaque';
import { keysFromMasterKey, opaqueKek, passwordBytes } from './password';

const { startProof, finishProof, startRegistration, finishRegistration, formerOf } = passwordWork;
const address = 'ann@example.com';
const plain = (text: string): Secret => ({ text, kind: 'password' });

let setup: string;
beforeAll(async () => {
  await library.ready;
  setup = library.server.createSetup();
});

async function registered(secret: Secret, serverSetup = setup) {
  const { request, state } = await startRegistration(secret);
  const { registrationResponse } = library.server.createRegistrationResponse({
    serverSetup,
    userIdentifier: address,
    registrationRequest: request,
  });
  return finishRegistration(secret, state, registrationResponse);
}

async function proven(secret: Secret, record: string | null, serverSetup = setup, userIdentifier = address) {
  const { request, state } = await startProof(secret);
  const server = library.server.startLogin({
    serverSetup,
    userIdentifier,
    registrationRecord: record,
    startLoginRequest: request,
  });
  return { opened: await finishProof(secret, state, server.loginResponse), server };
}

describe('a password', () => {
  it('costs three passes over 64 MiB for each guess', () => {
    const { keyStretching } = inputsOf(plain('a password'));
    expect(keyStretching).toEqual({ 'argon2id-custom': { iterations: 3, memory: 65_536, parallelism: 4 } });
  });

  it('is proven in every Unicode normalization form, and gives the same key each time', async () => {
    const { record, exportKey, serverKey } = await registered(plain('pa\u0308ssword \u2460'));
    const { opened, server } = await proven(plain('p\u00e4ssword 1'), record);
    expect(opened).toMatchObject({ exportKey, serverKey });
    expect(serverKey).toBe(library.server.getPublicKey(setup));
    library.server.finishLogin({ serverLoginState: server.serverLoginState, finishLoginRequest: opened!.finish });
  });

  it('is not proven to another server, with another record, for another address, or if it is wrong', async () => {
    const { record } = await registered(plain('a password'));
    const other = library.server.createSetup();
    const { record: theirs } = await registered(plain('another password'), other);
    const outcomes = [
      await proven(plain('A password'), record),
      await proven(plain('a password'), record, other),
      await proven(plain('a password'), theirs, other),
      await proven(plain('a password'), record, setup, 'tom@example.com'),
      await proven(plain('a password'), null),
    ];
    expect(outcomes.map(({ opened }) => opened)).toEqual([null, null, null, null, null]);
  });

  it('is not sent if the answer does not follow the protocol', async () => {
    const refused = { problem: 'SIGN_IN_REFUSED' };
    const proof = await startProof(plain('a password'));
    const registration = await startRegistration(plain('a password'));
    for (const answer of ['', 'A', '!', 'A'.repeat(427)]) {
      await expect(finishProof(plain('a password'), proof.state, answer)).rejects.toMatchObject(refused);
      await expect(finishRegistration(plain('a password'), registration.state, answer)).rejects.toMatchObject(refused);
    }
    await expect(formerOf('a password', { salt: 'AAAA', hashSalt: 'AAAA' })).rejects.toMatchObject(refused);
  });
});

describe('an account of an earlier version', () => {
  const master = (text: string, salt: Uint8Array) =>
    hashRaw(passwordBytes(text), {
      memoryCost: formerKdf.m,
      timeCost: formerKdf.t,
      parallelism: formerKdf.p,
      outputLen: 32,
      salt,
    });

  it('is proven with the hash that its server stored', async () => {
    const salt = counting(16);
    const { authKey } = await keysFromMasterKey(new Uint8Array(await master('a password', salt)));
    const stored = await hash(authKey, {
      memoryCost: formerHash.m,
      timeCost: formerHash.t,
      parallelism: formerHash.p,
    });
    const [hashSalt, tag] = stored.split('$').slice(-2) as [string, string];
    const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');
    const salts = { salt: base64url(salt), hashSalt: base64url(Buffer.from(hashSalt, 'base64')) };
    const { secret } = await formerOf('a password', salts);
    expect(secret.text.replace(/=$/, '')).toBe(tag);
    const { record } = await registered(secret);
    expect((await proven(secret, record)).opened).not.toBeNull();
    expect((await proven((await formerOf('A password', salts)).secret, record)).opened).toBeNull();
  });

  // computed by another program
  it('keeps its keys', async () => {
    const kek = fromHex('beb0bb8827d81afdaaa7305d5db249587c9877d83f80ee1827ea85956bc83f84');
    const keys = await keysFromMasterKey(new Uint8Array(await master('pa\u0308ssword \u2460', counting(16))));
    expect(keys.authKey).toBe('sdx1.lNOtIfMKDFCCoTO85UEaZHlcHu9WB5gKyc8fDjVKrm0');
    const sealed = await sealUnder(keys.kek, counting(3), counting(0));
    expect(await openUnder(await aesKey(kek, ['decrypt']), sealed, counting(0), 'TAMPERED')).toEqual(counting(3));
    await expect(keysFromMasterKey(counting(31))).rejects.toMatchObject({ problem: 'MALFORMED' });
  });
});

it('the key of a vault cannot be exported from the browser', async () => {
  const kek = await opaqueKek(Buffer.from(counting(64)).toString('base64url'));
  await expect(crypto.subtle.exportKey('raw', kek)).rejects.toThrow();
  const sealed = await sealUnder(kek, counting(3), counting(0));
  // computed by another program: HKDF-SHA-256 of 00..3f without salt, info "sdx1/opaque-kek"
  const expected = fromHex('281605e31a0269a59c2f6e5e55dd2ee3f541d1bdfbd1dc37948ec95b0e283635');
  expect(await openUnder(await aesKey(expected, ['decrypt']), sealed, counting(0), 'TAMPERED')).toEqual(counting(3));
});
