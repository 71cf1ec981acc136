import { addressesOf, isPublic, targetFault } from './target';

describe('a public address', () => {
  it.each(['8.8.8.8', '93.184.216.34', '2606:4700:4700::1111', '2a00:1450:4001:81b::200e'])('%s is one', (address) =>
    expect(isPublic(address)).toBe(true),
  );

  it.each([
    ['127.0.0.1', 'loopback'],
    ['127.1.2.3', 'loopback'],
    ['0.0.0.0', 'this host'],
    ['10.1.2.3', 'private'],
    ['172.16.0.1', 'private'],
    ['192.168.1.1', 'private'],
    ['100.64.0.1', 'carrier-grade NAT'],
    ['100.100.100.200', 'metadata of a cloud'],
    ['169.254.169.254', 'metadata'],
    ['168.63.129.16', 'metadata of a cloud'],
    ['192.0.0.192', 'metadata of a cloud'],
    ['198.18.0.1', 'benchmarks'],
    ['224.0.0.1', 'multicast'],
    ['240.0.0.1', 'reserved'],
    ['255.255.255.255', 'broadcast'],
    ['::', 'unspecified'],
    ['::1', 'loopback'],
    ['fc00::1', 'unique local'],
    ['fd00:ec2::254', 'metadata'],
    ['fe80::1', 'link-local'],
    ['fe80::1%eth0', 'link-local with a zone'],
    ['fec0::1', 'site-local'],
    ['ff02::1', 'multicast'],
    ['::ffff:127.0.0.1', 'mapped'],
    ['::ffff:8.8.8.8', 'mapped, even a public one'],
    ['::7f00:1', 'compatible'],
    ['::ffff:0:7f00:1', 'translated'],
    ['64:ff9b::7f00:1', 'NAT64'],
    ['64:ff9b:1::a00:1', 'NAT64 of a network of its own'],
    ['2002:7f00:1::', '6to4'],
    ['2001:0:1::1', 'Teredo'],
    ['2001:db8::1', 'documentation'],
    ['4000::1', 'not given out'],
    ['', 'none'],
    ['hooks.example', 'a name'],
  ])('%s is not a public address (%s)', (address) => expect(isPublic(address)).toBe(false));
});

describe('where a webhook may go', () => {
  it.each(['https://hooks.example/in', 'https://hooks.example:8443/in?a=b', 'https://hooks.example:443'])('%s', (url) =>
    expect(targetFault(url, false)).toBeNull(),
  );

  it.each([
    'http://hooks.example/in',
    'https://user@hooks.example/',
    'https://user:secret@hooks.example/',
    'https://hooks.example:22/',
    'https://hooks.example:25/',
    'https://hooks.example/#here',
    'ftp://hooks.example/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'hooks.example',
    '',
  ])('not %s', (url) => expect(targetFault(url, false)).not.toBeNull());

  it('allows no TLS and any port in a lab, but never a password', () => {
    expect(targetFault('http://127.0.0.1:80/', true)).toBeNull();
    expect(targetFault('http://user:secret@127.0.0.1/', true)).not.toBeNull();
  });

  it.each([
    'https://127.0.0.1/',
    'https://127.0.0.1./',
    'https://127.1/',
    'https://0x7f000001/',
    'https://017700000001/',
    'https://[::ffff:7f00:1]/',
    'https://[0:0:0:0:0:0:0:1]/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://0177.0.0.1/',
    'https://[::1]/',
    'https://[::ffff:10.0.0.1]/',
    'https://①②⑦.0.0.1/',
  ])('%s is the loopback address', async (url) => {
    const resolve = jest.fn().mockRejectedValue(new Error('no name to look up'));
    expect(await addressesOf(url, { resolve, allowPrivate: false })).toEqual([]);
    expect(resolve).not.toHaveBeenCalled();
  });

  it('one private address among public ones is refused', async () => {
    const found = (...addresses: string[]) =>
      addressesOf('https://hooks.example/', { resolve: async () => addresses, allowPrivate: false });
    expect(await found('8.8.8.8', '2606:4700:4700::1111')).toEqual(['8.8.8.8', '2606:4700:4700::1111']);
    expect(await found('8.8.8.8', '10.0.0.1')).toEqual([]);
    expect(await found()).toEqual([]);
  });
});
