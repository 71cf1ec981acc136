import dayjs from 'dayjs';
import { addressesIn, scopeNames, apiKeyStatus } from './texts';

it('names scopes in their fixed order', () => expect(scopeNames(['accept', 'read'])).toBe('Read, Accept'));

it.each([
  ['', []],
  ['  \n', []],
  ['192.0.2.1', ['192.0.2.1']],
  ['192.0.2.1, 192.0.2.0/24\n\n2001:db8::/32;', ['192.0.2.1', '192.0.2.0/24', '2001:db8::/32']],
])('reads addresses in %j', (text, addresses) => expect(addressesIn(text)).toEqual(addresses));

const now = dayjs('2026-01-01T00:00:00Z');
it.each([
  [null, '2026-06-01T00:00:00Z', 'Active'],
  [null, '2026-01-14T00:00:00Z', 'Expires soon'],
  [null, '2026-01-01T00:00:00Z', 'Expired'],
  ['2025-12-01T00:00:00Z', '2026-06-01T00:00:00Z', 'Revoked'],
])('a key revoked at %s and good until %s is called %s', (revokedAt, expiresAt, text) =>
  expect(apiKeyStatus({ revokedAt, expiresAt }, now).text).toBe(text),
);
