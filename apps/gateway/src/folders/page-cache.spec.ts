import type { UserActor } from '@tradepost/contracts/actor';
import { PageCache } from './page-cache';

type Reader = Parameters<PageCache['find']>[0];

const url = '/api/file-sharing/folders/f1/files';
const scopes = (...given: string[]) => ({ key: { scopes: given } }) as unknown as Pick<UserActor, 'key'>;
const manager: Reader = { companyId: 'c1', roles: ['manager'] };

it.each<[string, Reader, string]>([
  ['another company', { ...manager, companyId: 'c2' }, url],
  ['no company', { ...manager, companyId: null }, url],
  ['another role', { ...manager, roles: ['auditor'] }, url],
  ['one role more', { ...manager, roles: ['manager', 'auditor'] }, url],
  ['the owner', { companyId: 'c1' }, url],
  ['single sign-on', { ...manager, sso: 's1' } as unknown as Reader, url],
  ['an API key', { ...manager, ...scopes('read') }, url],
  ['an API key without scopes', { ...manager, ...scopes() }, url],
  ['another folder', manager, url.replace('f1', 'f2')],
  ['another query', manager, `${url}?page=1`],
  ['a query of quotes', manager, `${url}?q=","`],
])('gives a page to nobody else: %s', (_, reader, at) => {
  const pages = new PageCache();
  pages.keep(manager, url, 1, { of: 'manager' });
  expect(pages.find(reader, at)).toBeUndefined();
  pages.keep(reader, at, 1, { of: 'the other' });
  expect(pages.find(manager, url)?.json.toString()).toBe('{"of":"manager"}');
});

it('tells the scopes of API keys and the ways of single sign-on apart, and not the order of roles', () => {
  const pages = new PageCache();
  pages.keep({ ...manager, ...scopes('read') }, url, 1, {});
  pages.keep({ ...manager, roles: ['auditor', 'manager'] }, url, 2, {});
  expect(pages.find({ ...manager, ...scopes('read', 'upload') }, url)).toBeUndefined();
  expect(pages.find({ ...manager, ...scopes('read') }, url)?.version).toBe(1);
  expect(pages.find({ ...manager, roles: ['manager', 'auditor'] }, url)?.version).toBe(2);
});

it.each([
  ['large pages', 100_000, ''],
  ['long addresses', 1, 'a'.repeat(8_000)],
  ['many small pages', 1, ''],
])('keeps at most 16 MB, and the most recent ones, of %s', (_, bytes, more) => {
  const pages = new PageCache();
  const page = { text: 'x'.repeat(bytes) };
  const urls = Array.from({ length: 32_000 }, (_one, n) => `${url}?q=${n}${more}`).slice(
    bytes > 1 || more ? -2_500 : 0,
  );
  for (const one of urls) pages.keep(manager, one, 1, page);
  const held = urls.filter((one) => pages.find(manager, one));
  const bytesHeld = held.reduce((sum, one) => sum + one.length + bytes, 0);
  expect(bytesHeld).toBeLessThan(16 * 1024 ** 2);
  expect(held).toHaveLength(Math.min(held.length, 16 * 1024));
  expect(held).toEqual(urls.slice(-held.length));
});
