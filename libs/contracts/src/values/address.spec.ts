import { addressKey, hasAsciiLocalPart, hasValidDomain, mailbox, sameAddress } from './address';

it.each([
  ['case', 'Buyer@Trade.Example', 'buyer@trade.example'],
  ['surrounding space', ' buyer@trade.example ', 'buyer@trade.example'],
  ['a trailing dot', 'buyer@trade.example.', 'buyer@trade.example'],
  ['U-labels and A-labels', 'buyer@Bücher.example', 'buyer@xn--bcher-kva.example'],
  ['a decomposed domain', 'buyer@bu\u0308cher.example', 'buyer@xn--bcher-kva.example'],
  ['full-width letters', 'buyer@ｔｒａｄｅ.example', 'buyer@trade.example'],
  ['an ideographic full stop', 'buyer@trade。example', 'buyer@trade.example'],
  ['a decomposed local part', 'zoe\u0308@trade.example', 'zoë@trade.example'],
  ['a Kelvin sign, which is canonically K', '\u212aim@\u212aeys.example', 'kim@keys.example'],
])('ignores %s', (_what, a, b) => {
  expect(addressKey(a)).toBe(addressKey(b));
  expect(sameAddress(a, b)).toBe(true);
});

it.each([
  ['a dotted capital I (U+0130) in the domain', 'buyer@tradeİ.example', 'buyer@tradei.example'],
  ['a dotted capital I in the local part', 'İnge@trade.example', 'inge@trade.example'],
  ['a dotless i', 'buyer@tradeı.example', 'buyer@tradei.example'],
  ['other letters than ASCII in another case', 'Zoë@trade.example', 'ZOË@trade.example'],
  ['ß and ss', 'buyer@straße.example', 'buyer@strasse.example'],
  ['a percent-encoded domain', 'buyer@%74rade.example', 'buyer@trade.example'],
  ['a domain before a path', 'buyer@trade.example/x.example', 'buyer@trade.example'],
  ['a shortened IPv4 address', 'buyer@127.1', 'buyer@127.0.0.1'],
  ['invalid A-labels', 'buyer@xn--a.example', 'buyer@a.example'],
])('distinguishes %s', (_what, a, b) => expect(sameAddress(a, b)).toBe(false));

it('returns the same key for a key', () => {
  for (const email of ['Zoë@Bücher.example.', 'a@xn--a.example', 'A@1.2.3', 'buyer@tradeİ.example'])
    expect(addressKey(addressKey(email))).toBe(addressKey(email));
});

it.each([
  ['a@bücher.example', true],
  ['a@a_b.example', true],
  ['a@xn--a.example', false],
  ['a@1.2.3', false],
  ['a@b..example', false],
  ['a@%62.example', false],
  [`a@${'b'.repeat(64)}.example`, false],
  ['a@\ud800.example', false],
])('knows whether mail can be sent to %s', (email, valid) => expect(hasValidDomain(email)).toBe(valid));

it('knows ASCII local parts', () => {
  expect(hasAsciiLocalPart("o'neill+x@bücher.example")).toBe(true);
  expect(hasAsciiLocalPart('zoë@trade.example')).toBe(false);
});

it('uses the domain of the key for mail, and keeps the case of the local part', () =>
  expect(mailbox('\u212a.Neill@ＴＲＡＤＥ.example')).toBe('K.Neill@trade.example'));
