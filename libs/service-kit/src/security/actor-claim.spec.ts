import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import type { UserActor } from '@tradepost/contracts/actor';
import { hour, minute, second } from '../runtime/durations';
import { OwnClaims, SignedClaims } from './actor-claim';

const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const pem = (key: KeyObject) =>
  key.export({ type: key.type === 'private' ? 'pkcs8' : 'spki', format: 'pem' }) as string;
const ann: UserActor = {
  kind: 'user',
  userId: 'u',
  sessionId: 's',
  email: 'ann@example.com',
  firstName: 'Ann',
  lastName: 'Sender',
  companyId: 'c',
  companyName: 'Ann Trading',
  userType: 'sender',
  kycStatus: 'Approved',
  scope: 'session',
  ip: '127.0.0.1',
  key: { id: 'k', name: 'a key', scopes: ['read'], mayAcceptWithoutCode: false },
};

describe('the claim of an actor', () => {
  const gateway = () => new SignedClaims({ publicKeys: [pem(publicKey)], privateKey: pem(privateKey) });
  const service = () => new SignedClaims({ publicKeys: [pem(publicKey)] });

  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('is signed once for ten seconds, and for each actor', () => {
    const claims = gateway();
    const first = claims.encode(ann);
    jest.advanceTimersByTime(9 * second);
    expect(claims.encode(ann)).toBe(first);
    expect(claims.encode({ ...ann, userType: 'receiver' })).not.toBe(first);
    jest.advanceTimersByTime(second);
    const renewed = claims.encode(ann);
    expect(renewed).not.toBe(first);
    jest.advanceTimersByTime(minute - second);
    expect(service().decode(renewed)).toEqual(ann);
  });

  it('expires after a minute, also for a service that caches it', () => {
    const claims = service();
    const claim = gateway().encode(ann);
    expect(claims.decode(claim)).toEqual(ann);
    jest.advanceTimersByTime(minute - 1);
    expect(claims.decode(claim)).toEqual(ann);
    jest.advanceTimersByTime(1);
    expect(() => claims.decode(claim)).toThrow('Please sign in');
    expect(() => service().decode(claim)).toThrow('Please sign in');
  });

  it('is valid for a service after its clock was set forward, and from a gateway after its clock was set back', () => {
    const [signer, reader] = [gateway(), service()];
    const claim = signer.encode(ann);
    jest.setSystemTime(Date.now() + hour);
    expect(reader.decode(claim)).toEqual(ann);
    expect(() => service().decode(claim)).toThrow('Please sign in');
    jest.setSystemTime(Date.now() - 2 * hour);
    const later = signer.encode({ ...ann });
    jest.setSystemTime(Date.now() + hour);
    expect(service().decode(later)).toEqual(ann);
  });

  it('is refused with another body or signature, also when the valid one is cached', () => {
    const claims = service();
    const claim = gateway().encode(ann);
    claims.decode(claim);
    const [body, signature] = claim.split('.') as [string, string];
    const admin = Buffer.from(JSON.stringify({ actor: { ...ann, userType: 'admin' }, until: Date.now() + minute }));
    const other = gateway()
      .encode({ ...ann, userId: 'other' })
      .split('.')[1] as string;
    for (const forged of [body, `${body}.`, `${body}.${other}`, `${admin.toString('base64url')}.${signature}`])
      expect(() => claims.decode(forged)).toThrow('Please sign in');
  });

  it('is not changed by what its signer does with the actor afterwards', () => {
    const claims = gateway();
    const actor = { ...ann };
    const claim = claims.encode(actor);
    Object.assign(actor, { userType: 'admin' });
    expect(claims.decode(claim)).toEqual(ann);
    expect(() => claims.decode(`${claim.split('.')[0]}.${'A'.repeat(86)}`)).toThrow('Please sign in');
  });

  it('can be passed on by a service, which can neither change nor create one', () => {
    const claims = service();
    const claim = gateway().encode(ann);
    const actor = claims.decode(claim) as UserActor;
    expect(claims.encode(actor)).toBe(claim);
    expect(() => Object.assign(actor, { userType: 'admin' })).toThrow(TypeError);
    expect(() => (actor.key?.scopes as string[]).push('deliver')).toThrow(TypeError);
    expect(() => claims.encode({ ...actor })).toThrow('Only the gateway signs actors');
  });
});

describe('the claim of an actor within one process', () => {
  const claims = new OwnClaims();

  it('is the actor as it was, which nobody can change', () => {
    const actor = { ...ann };
    const claim = claims.encode(actor);
    Object.assign(actor, { userType: 'admin' });
    const found = claims.decode(claim) as UserActor;
    expect(found).toEqual(ann);
    expect(() => Object.assign(found, { userType: 'admin' })).toThrow(TypeError);
    expect(() => (found.key?.scopes as string[]).push('deliver')).toThrow(TypeError);
    expect(claims.decode(claims.encode(found))).toBe(found);
  });

  it('cannot be made of anything that comes from outside', () => {
    const claim = claims.encode(ann);
    const signed = new SignedClaims({ publicKeys: [pem(publicKey)], privateKey: pem(privateKey) });
    const outside = [undefined, signed.encode(ann), JSON.stringify(claim), JSON.parse(JSON.stringify(claim)) as string];
    for (const given of outside) expect(() => claims.decode(given)).toThrow('Please sign in');
    expect(() => signed.decode(claim)).toThrow('Please sign in');
  });
});
