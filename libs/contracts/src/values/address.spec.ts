import { addressKey, hasAsciiLocalPart, hasValidDomain, isDeliverable, mailbox, sameAddress } from './address';
import { isAddress, isNewAddress } from './fields';

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

describe('an address that mail can be delivered to', () => {
  const locals = [
    'a',
    'ann',
    "o'neill+x",
    'first.last',
    'a.b.c',
    'x_y-z',
    '1',
    '!#$%&*+/=?^`{|}~',
    'zoë',
    'a'.repeat(64),
  ];
  const domains = [
    ...[
      'x.example',
      'company.test',
      'trade.co.uk',
      'a-b.example',
      'a_b.example',
      'xn--bcher-kva.example',
      'bücher.example',
    ],
    ...['例え.example', 'trade.example.', 'TRADE.Example', `${'b'.repeat(63)}.example`, '1.example', 'a.b.c.d.example'],
  ];

  it.each(domains)('may be in %s', (domain) => {
    for (const local of locals) expect([local, isNewAddress(`${local}@${domain}`)]).toEqual([local, true]);
  });

  const badLocals = [
    ...[
      '',
      '.ann',
      'ann.',
      'a..b',
      '.',
      '..',
      '"ann"',
      '"a b"',
      '"a..b"',
      'a b',
      'a\\b',
      'a"b',
      'a(b)',
      'a,b',
      'a;b',
      'a:b',
      'a<b>',
    ],
    ...['a@b', 'a\u0000', 'a\u0001b', 'a\tb', 'a\nb', 'a\u007f', 'a\u200bb', 'a\u202eb', '\ufeffa', 'a\ud800', 'a[1]'],
    ...['a'.repeat(65), 'ë'.repeat(33), '€'.repeat(22)],
  ];
  it.each(badLocals)('cannot have %j before the @', (local) => {
    for (const domain of domains) expect([domain, isNewAddress(`${local}@${domain}`)]).toEqual([domain, false]);
  });

  const badDomains = [
    ...[
      '',
      'localhost',
      'example',
      'example.',
      '.example',
      'a..example',
      'a.example..',
      '.',
      '..',
      '-a.example',
      'a-.example',
      'a.-b.example',
    ],
    ...[
      '127.0.0.1',
      '127.1',
      '[127.0.0.1]',
      '[IPv6:::1]',
      '[::1]',
      '1.2.3',
      '0x7f.1',
      'a.1',
      'a b.example',
      'a\u0000.example',
      'a\u0007.example',
    ],
    ...[
      `${'b'.repeat(64)}.example`,
      `${'ü'.repeat(60)}.example`,
      `${'b'.repeat(60)}.`.repeat(5) + 'example',
      'a.example/x',
      'a%2e.example',
    ],
    ...[
      'a.example:25',
      'a.example?x',
      'a.example#x',
      'xn--a.example',
      'a.example\\b',
      '"a".example',
      'a@b.example,c.example',
    ],
  ];
  it.each(badDomains)('cannot be in %j', (domain) => {
    for (const local of locals) expect([local, isNewAddress(`${local}@${domain}`)]).toEqual([local, false]);
  });

  it('has at most 254 characters, with the domain as it is sent', () => {
    const domain = `${'b'.repeat(60)}.`.repeat(3);
    const rest = 254 - `a@${domain}.example`.length;
    expect(isNewAddress(`a@${domain}${'c'.repeat(rest)}.example`)).toBe(true);
    expect(isNewAddress(`ab@${domain}${'c'.repeat(rest)}.example`)).toBe(false);
    const spoken = `${'ü'.repeat(40)}.`.repeat(4);
    expect(`a@${spoken}example`.length).toBeLessThan(254);
    expect(isNewAddress(`${'a'.repeat(64)}@${spoken}example`)).toBe(false);
  });

  it('is the same in each spelling of it', () => {
    for (const domain of [...domains, ...badDomains])
      for (const local of ['ann', 'a..b']) {
        const given = `${local}@${domain}`;
        if (isAddress(given)) expect(isDeliverable(addressKey(given))).toBe(isDeliverable(given));
      }
  });
});
