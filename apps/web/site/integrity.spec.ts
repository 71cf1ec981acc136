import { createHash } from 'node:crypto';
import { integrityOf, withIntegrity } from './integrity';

const assets = new Map([
  ['/theme.js', Buffer.from('1')],
  ['/assets/a.js', Buffer.from('2')],
  ['/assets/later.js', Buffer.from('3')],
  ['/assets/s.css', Buffer.from('4')],
]);
const page = `<head><script src="/theme.js"></script><script type="module" crossorigin src="/assets/a.js"></script>
<link rel="stylesheet" crossorigin href="/assets/s.css"></head>`;
const sha256 = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`;

test('every script and stylesheet has its integrity', () => {
  const { page: marked } = withIntegrity(page, assets);
  expect(marked).toContain(`<script src="/theme.js" integrity="${sha256('1')}">`);
  expect(marked).toContain(`src="/assets/a.js" integrity="${sha256('2')}">`);
  expect(marked).toContain(`href="/assets/s.css" integrity="${sha256('4')}">`);
});

test('modules that are loaded later have theirs in the import map, which comes first and is allowed by its hash', () => {
  const { page: marked, inlineScripts } = withIntegrity(page, assets);
  const [, map = ''] = /^<head><script type="importmap">(.*?)<\/script>/.exec(marked) ?? [];
  expect(JSON.parse(map)).toEqual({
    integrity: { '/assets/a.js': sha256('2'), '/assets/later.js': sha256('3') },
  });
  expect(inlineScripts).toEqual([`'${integrityOf(map)}'`]);
});

test('a page that loads something else, or has code in itself, is not built', () => {
  expect(() => withIntegrity(page.replace('theme', 'other'), assets)).toThrow('/other.js');
  expect(() => withIntegrity(page.replace('/assets/a.js', 'https://cdn.example/a.js'), assets)).toThrow('cdn.example');
  expect(() => withIntegrity('<script>alert(1)</script>', assets)).toThrow('inline');
});
