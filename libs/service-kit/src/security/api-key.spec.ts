import { randomUUID } from 'node:crypto';
import { assertUsable, isAddressOrRange, isSecretOf, keyPrefix, makeApiKey, readApiKey } from './api-key';

describe('keys of programs', () => {
  it('can be parsed, and only a hash of the secret is stored', () => {
    const id = randomUUID();
    const { key, secretHash } = makeApiKey(id);
    expect(key).toMatch(/^tp_[0-9a-f]{32}_[A-Za-z0-9_-]{51}$/);
    expect(key.startsWith(keyPrefix(id))).toBe(true);
    expect(readApiKey(key)).toEqual({ id, secretHash });
    expect(key).not.toContain(secretHash);
    expect(makeApiKey(id).key).not.toBe(key);
  });

  it('refuses a key with a changed, missing or added character', () => {
    const { key } = makeApiKey(randomUUID());
    const at = 40;
    const changed = key.slice(0, at) + (key[at] === 'a' ? 'b' : 'a') + key.slice(at + 1);
    for (const bad of [
      '',
      'tp_',
      changed,
      key.slice(0, -1),
      `${key}0`,
      ` ${key}`,
      `${key}\n`,
      key.toUpperCase(),
      key.replace('tp_', 'xx_'),
    ])
      expect([bad, readApiKey(bad)]).toEqual([bad, null]);
  });

  it('compares secrets of any length', () => {
    expect(isSecretOf('ab', 'ab')).toBe(true);
    expect(isSecretOf('ab', 'ac')).toBe(false);
    expect(isSecretOf('ab', 'abc')).toBe(false);
  });

  it.each([
    ['192.0.2.1', true],
    ['192.0.2.0/24', true],
    ['0.0.0.0/0', true],
    ['2001:db8::/32', true],
    ['::1', true],
    ['192.0.2.0/33', false],
    ['192.0.2.0/', false],
    ['192.0.2.0/24/8', false],
    ['2001:db8::/129', false],
    ['192.0.2', false],
    ['192.0.2.256', false],
    ['0177.0.0.1', false],
    ['example.com', false],
    ['', false],
  ])('%s as an address: %s', (given, is) => expect(isAddressOrRange(given)).toBe(is));

  it.each([
    [[], '198.51.100.9', null],
    [['192.0.2.1'], '192.0.2.1', null],
    [['192.0.2.1'], '192.0.2.2', 'KEY_ADDRESS'],
    [['192.0.2.0/24', '2001:db8::/32'], '192.0.2.77', null],
    [['192.0.2.0/24'], '::ffff:192.0.2.77', null],
    [['192.0.2.0/24', '2001:db8::/32'], '2001:db8:1::5', null],
    [['192.0.2.0/24', '2001:db8::/32'], '2001:db9::5', 'KEY_ADDRESS'],
    [['192.0.2.0/24'], '', 'KEY_ADDRESS'],
  ])('a key of %j from %s: %s', (addresses, ip, code) => {
    const use = () => assertUsable({ expiresAt: new Date(2), addresses }, ip, new Date(1));
    if (code) expect(use).toThrow(expect.objectContaining({ code }));
    else expect(use).not.toThrow();
  });

  it('ends at its expiry, or earlier if it is revoked', () => {
    const key = { expiresAt: new Date(10), addresses: [] };
    expect(() => assertUsable(key, '::1', new Date(10))).toThrow(expect.objectContaining({ code: 'KEY_EXPIRED' }));
    expect(() => assertUsable({ ...key, revokedAt: new Date(1) }, '::1', new Date(20))).toThrow(
      expect.objectContaining({ code: 'KEY_REVOKED' }),
    );
  });
});
