import { addressKey } from './address-key';

it.each([
  [' Ann@Example.ORG ', 'ann@example.org'],
  ['ann@bücher.example', 'ann@xn--bcher-kva.example'],
  ['u\u0308ber@example.org', '\u00fcber@example.org'],
  ['ÄNN@example.org', 'Änn@example.org'],
])('spells %s as %s', (address, key) => {
  expect(addressKey(address)).toBe(key);
  expect(addressKey(key)).toBe(key);
});

it.each(['bob@evil.example/x.example', 'bob@evil.example?x.example', 'bob@evil.example#x.example'])(
  'keeps all of %s',
  (address) => expect(addressKey(address)).toBe(address),
);

it('tells look-alikes apart', () => expect(addressKey('аnn@example.org')).not.toBe(addressKey('ann@example.org')));
