import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { pemKeys } from '@tradepost/service-kit/pem';
import type { AuditConfig } from './config';
import { Signer } from './signer';

const key = () => generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const signer = (AUDIT_SIGNING_KEY: string) => new Signer({ AUDIT_SIGNING_KEY } as AuditConfig);
const [old, now] = [key(), key()];
const end = { chainId: 'ann', sequence: 4, head: 'a'.repeat(64), at: new Date('2026-02-01') };

test('the newest key signs, and what those before it have signed stays genuine', () => {
  const both = signer(`${now}\n${old}`);
  expect(both.isGenuine(signer(old).signed(end))).toBe(true);
  expect(signer(now).isGenuine(both.signed(end))).toBe(true);
  expect(signer(now).isGenuine(signer(old).signed(end))).toBe(false);
  expect(both.isGenuine({ ...signer(old).signed(end), sequence: 5 })).toBe(false);
});

test('it tells all of their public halves', () => {
  expect(pemKeys(signer(`${now}\n${old}`).publicKey)).toEqual([now, old].map((one) => createPublicKey(one).export({ type: 'spki', format: 'pem' }).toString().trim()));
});
