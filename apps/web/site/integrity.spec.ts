import { createHash } from 'node:crypto';
import { integrityOf, withIntegrity, withoutApp } from './integrity';

const assets = new Map([
  ['/assets/a.js', Buffer.from('2')],
  ['/assets/later.js', Buffer.from('3')],
  ['/assets/s.css', Buffer.from('4')],
]);
const start = 'void 0;';
const page = `<head><script src="/start.js"></script><script type="module" crossorigin src="/assets/a.js"></script>
<link rel="stylesheet" crossorigin href="/assets/s.css"></head>`;
const sha256 = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`;

test('every script and stylesheet has its integrity', () => {
  const { page: marked } = withIntegrity(page, assets, start);
  expect(marked).toContain(`src="/assets/a.js" integrity="${sha256('2')}">`);
  expect(marked).toContain(`href="/assets/s.css" integrity="${sha256('4')}">`);
});

test('modules that are loaded later have it in the import map, which comes before the first script; hashes allow both', () => {
  const { page: marked, inlineScripts } = withIntegrity(page, assets, start);
  const [, map = ''] = /^<head><script type="importmap">(.*?)<\/script>\s*<script>void 0;<\/script>/.exec(marked) ?? [];
  expect(JSON.parse(map)).toEqual({
    integrity: { '/assets/a.js': sha256('2'), '/assets/later.js': sha256('3') },
  });
  expect(inlineScripts).toEqual([`'${integrityOf(map)}'`, `'${integrityOf(start)}'`]);
});

test('the scripts of the app are preloaded with their integrity, and the last one starts the app', () => {
  const { page: loading, app } = withoutApp(page);
  expect(app).toBe('/assets/a.js');
  expect(loading).not.toContain('type="module"');
  expect(withIntegrity(loading, assets, start).page).toContain(
    `<link rel="modulepreload" crossorigin href="/assets/a.js" integrity="${sha256('2')}">`,
  );
  expect(() => withoutApp('<head></head>')).toThrow('no app');
});

test('a page with other resources or inline code is not built', () => {
  const refused = (changed: string, first = start) => expect(() => withIntegrity(changed, assets, first));
  refused(page.replace('/assets/a.js', '/assets/other.js')).toThrow('/assets/other.js');
  refused(page.replace('/assets/a.js', 'https://cdn.example/a.js')).toThrow('cdn.example');
  refused(`${page}<script>alert(1)</script>`).toThrow('inline');
  refused(page.replace('start', 'other')).toThrow('start.js');
  refused(page, 'alert("</script>")').toThrow('ends');
});
