import { object } from 'yup';
import { readConfig } from '../../runtime/config';
import { DirectUrls, directSettings } from './direct-urls';

const configOf = (address: string) => readConfig(object(directSettings), { OBJECT_STORE_PUBLIC_URL: address });
const store = 'http://key:secret@object-store:8333/tradepost';

it.each(['https://s3.example.com', 'https://s3.example.com:8443/', 'http://localhost:8333', 'http://127.0.0.1:8333'])(
  'accepts %s',
  (address) => {
    expect(configOf(address).OBJECT_STORE_PUBLIC_URL).toBe(address);
  },
);

it.each([
  'http://s3.example.com',
  'https://s3.example.com/tradepost',
  'https://key:secret@s3.example.com',
  'https://s3.example.com/?a=b',
  's3.example.com',
  'file:///objects',
])('refuses %s', (address) => {
  expect(() => configOf(address)).toThrow('OBJECT_STORE_PUBLIC_URL must be an origin');
});

it('is not offered without the setting, and refused for a directory', () => {
  expect(new DirectUrls({ OBJECT_STORE_URL: store }).areOffered).toBe(false);
  expect(() => new DirectUrls({ OBJECT_STORE_URL: store }).put('a/b', { size: 1, sha256: '' })).toThrow();
  const OBJECT_STORE_PUBLIC_URL = 'https://s3.example.com';
  expect(() => new DirectUrls({ OBJECT_STORE_URL: 'file:///objects', OBJECT_STORE_PUBLIC_URL })).toThrow(
    'OBJECT_STORE_PUBLIC_URL needs an S3 server',
  );
});

it('signs for the public origin, and shows no secret', () => {
  const urls = new DirectUrls({ OBJECT_STORE_URL: store, OBJECT_STORE_PUBLIC_URL: 'https://s3.example.com/' });
  const url = new URL(urls.put('owner/folder/file.direct-1', { size: 5, sha256: 'ab'.repeat(32) }));
  expect([url.origin, url.pathname]).toEqual(['https://s3.example.com', '/tradepost/owner/folder/file.direct-1']);
  expect(url.searchParams.get('X-Amz-SignedHeaders')).toBe('content-length;host;x-amz-checksum-sha256');
  expect(url.searchParams.get('X-Amz-Expires')).toBe('300');
  expect(url.href).not.toContain('secret');
  expect(() => urls.put('../other', { size: 5, sha256: '' })).toThrow(TypeError);
});
