import { generateKeyPairSync, randomUUID } from 'node:crypto';
import type { Actor, UserActor } from '@tradepost/contracts/actor';
import { identity } from '@tradepost/contracts/identity';
import type { Mail } from '@tradepost/contracts/jobs';
import { kycEvents } from '@tradepost/contracts/kyc';
import { proofText, recordText } from '@tradepost/contracts/encryption/formats';
import { passwordWork, type Secret } from '@tradepost/sealing/keys/opaque';
import { startService, type EarlierRelease } from '@tradepost/testing/service-harness';
import { jwtVerify, type JWTPayload } from 'jose';
import { IdentityModule } from '../src/app.module';
import { identityDatabase } from '../src/data-source';
import { OpaqueServer } from '../src/password/opaque-server';

export const origin = 'https://tradepost.test';
export const password = 'correct horse!';
export const at = (ip: string): Actor => ({ kind: 'public', ip });
export const anonymous = at('192.0.2.1');
/** Addresses that no mail server accepts. */
export const undeliverable = [
  '.ann@trade.example',
  'ann.@trade.example',
  'a..b@trade.example',
  `${'a'.repeat(65)}@trade.example`,
  'ann@-a.example',
  '"ann"@trade.example',
  'ann@[127.0.0.1]',
  'ann@localhost',
  `ann@${'b'.repeat(64)}.example`,
];
export const newEmail = (name = 'Ann') => `${name}.${randomUUID()}@Example.com`;

export const company = {
  companyName: 'Ann Trading',
  companyRegistrationNumber: 'HRB 1',
  taxId: 'DE1',
  country: 'India',
  addressLine1: '1 Market Street',
  city: 'Mumbai',
  postCode: '400001',
  tradingCurrency: 'EUR',
  telephoneNumber: '+912212345678',
  contractEmail: 'contracts@example.com',
  billingEmail: 'billing@example.com',
};

/** Of an approved registration. */
/** For tests that say many wrong passwords. */
export const manyLoginFailures = {
  LOGIN_FREE_FAILURES: '50',
  LOGIN_FAILURES_PER_ACCOUNT: '60',
  LOGIN_FAILURES_PER_ADDRESS: '1000',
};
export const verified = { at: '2026-01-02T03:04:05.000Z', checked: ['Company Details'] };

/** A wrong code. */
export const otherThan = (code: string) => (code === '00000' ? '00001' : '00000');

/** Made by the library; every test server has the same. */
const opaqueSetup =
  // cspell:disable-next-line
  'tG6g5aiIN4kxgev45Zc44p8GlTGxiA34exsTWGrWwMYHWi3CBUx4xxWJ9rBOo70bfyasz1CaTJ_zhjKq8cM_hBJli4dbDrGaKIomwhdSXqUaDkTV6al1goqrE0XQZscMhpgBv6Xml8K_mN5Lm368lh1zOmcamwnGSkSCQNK1Ujo';

const plain = (text: string): Secret => ({ text, kind: 'password' });

/** The number of outcomes per error code, or `ok`. */
export function tally(outcomes: PromiseSettledResult<unknown>[]): Record<string, number> {
  const names = outcomes.map((outcome) =>
    outcome.status === 'fulfilled' ? 'ok' : String((outcome.reason as { code?: string }).code),
  );
  return Object.fromEntries([...new Set(names)].map((name) => [name, names.filter((other) => other === name).length]));
}

/** The identity service alone; no other service answers. */
export async function startFixture(env: Record<string, string> = {}, upgradeFrom?: EarlierRelease) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { privateKey: logKey } = generateKeyPairSync('ed25519');
  const service = await startService({
    module: IdentityModule,
    database: identityDatabase,
    ...(upgradeFrom && { upgradeFrom }),
    env: {
      ORIGIN: origin,
      CODE_PEPPER: 'a pepper for tests only',
      TOTP_KEY: 'a key for tests only, 32 characters',
      OPAQUE_SETUP: opaqueSetup,
      JWT_PRIVATE_KEY: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
      KEY_LOG_SIGNING_KEY: logKey.export({ type: 'pkcs8', format: 'pem' }) as string,
      // all callers of the tests come from few networks
      SIGNUPS_PER_NETWORK: '10000',
      CODES_PER_NETWORK: '10000',
      HASHING_PER_NETWORK: '1000',
      HASHING_PER_PROCESS: '1000',
      ...env,
    },
  });
  const { call } = service;

  const claimsOf = async (token: string): Promise<JWTPayload & { sid: string; scope: string }> =>
    (await jwtVerify(token, publicKey, { issuer: 'tradepost', audience: 'tradepost', algorithms: ['ES256'] }))
      .payload as never;

  /** The actor that the gateway resolves for a token; null once the session has ended. */
  const bearer = async (token: string): Promise<UserActor | null> =>
    (
      await call(
        identity.actorOf,
        { sessionId: (await claimsOf(token)).sid, enforcesRoles: true },
        { kind: 'system', service: 'gateway' },
      )
    ).actor;

  const mails = async <T extends Mail['template']>(template: T, to: string) =>
    (await service.jobs('mail'))
      .map(({ payload, notAfter, key }) => ({ ...(payload as Extract<Mail, { template: T }>), notAfter, key }))
      .filter((mail) => mail.template === template && mail.to === to);

  const codeFor = async (email: string, template: 'signup-code' | 'reset-code' = 'signup-code') =>
    (await mails(template, email)).at(-1)!.data.code;

  const signup = (email: string, userType: 'sender' | 'receiver' = 'sender', changed: object = {}) =>
    call(identity.signup, { firstName: 'Ann', lastName: 'Sender', email, password, userType, ...changed }, anonymous);

  const login = (email: string, given = password, portal: 'sender' | 'receiver' = 'sender', from: Actor = anonymous) =>
    call(identity.login, { email, password: given, portal }, from);

  /** As a browser: the proof of a password and the key of its vault; null when the password does not open the record. */
  const prove = async (email: string, given = password, from: Actor = anonymous) => {
    const { request, state } = await passwordWork.startProof(plain(given));
    const answer = await call(identity.startProof, { email, request }, from);
    const opened = await passwordWork.finishProof(plain(given), state, answer.response);
    return opened && { proof: proofText(answer.state, opened.finish), kek: await passwordWork.kekOf(opened.exportKey) };
  };

  /** The proof of a right password. */
  const proofOf = async (email: string, given = password) => (await prove(email, given))!.proof;

  /** As a browser: the record of a new password and the key of its vault. */
  const record = async (email: string, given: string) => {
    const { request, state } = await passwordWork.startRegistration(plain(given));
    const { response } = await call(identity.startRecord, { email, request }, anonymous);
    const made = await passwordWork.finishRegistration(plain(given), state, response);
    return { password: recordText(made.record), kek: await passwordWork.kekOf(made.exportKey) };
  };

  /** What a browser sends in place of the password, which as it is costs the service a thread of its own. No limit counts it. */
  const recordWithoutCall = async (email: string) => {
    const { request, state } = await passwordWork.startRegistration(plain(password));
    const response = await service.app.get(OpaqueServer).register(email, request);
    return recordText((await passwordWork.finishRegistration(plain(password), state, response)).record);
  };

  /** Signs up and verifies the address. @returns the actor of the onboarding token */
  const onboarding = async (email = newEmail(), userType: 'sender' | 'receiver' = 'sender') => {
    await signup(email, userType, { password: await recordWithoutCall(email) });
    const { token } = await call(identity.verifyOtp, { email, otp: await codeFor(email) }, anonymous);
    return (await bearer(token))!;
  };

  /** Signs up with a company. @returns the actor of the session */
  const member = async (
    userType: 'sender' | 'receiver' = 'sender',
    companyName = 'Ann Trading',
    email = newEmail(userType),
  ) => {
    const newcomer = await onboarding(email, userType);
    const { token } = await call(identity.saveCompany, { company: { ...company, companyName } }, newcomer);
    return (await bearer(token))!;
  };

  /** Requests a password reset. @returns the actor of the reset token */
  const ticketFor = async (email: string) => {
    await call(identity.requestReset, { email }, anonymous);
    const { token } = await call(
      identity.verifyOtp,
      { email, otp: await codeFor(email, 'reset-code'), purpose: 'password-reset' },
      anonymous,
    );
    return (await bearer(token))!;
  };

  /** Delivers the decision about the registration of a company. */
  const decided = ({ companyId, userId }: UserActor, status: 'Approved' | 'Processing', version: number) =>
    service.deliverEvent(kycEvents.statusChanged, {
      companyId: companyId!,
      userId,
      status,
      version,
      reason: null,
      documents: [],
      fields: [],
      verified: status === 'Approved' ? verified : null,
    });

  return {
    ...service,
    claimsOf,
    bearer,
    mails,
    codeFor,
    signup,
    login,
    prove,
    proofOf,
    record,
    onboarding,
    member,
    decided,
    ticketFor,
  };
}

export type Fixture = Awaited<ReturnType<typeof startFixture>>;
