import { ownScriptUrl, plainText } from './trusted-types.policy';

const page = new URL('https://tradepost.example/transfers/7');

test.each(['.ant-btn > span { color: red }', '', 'Ann & Bob'])('allows %j, which is not markup', (text) => {
  expect(plainText(text)).toBe(text);
});

test.each(['<img src=x onerror=alert(1)>', 'a{}</style><script>1</script>', '<'])('refuses the markup %j', (text) => {
  expect(() => plainText(text)).toThrow(TypeError);
});

test.each([
  '/assets/sealing.worker-B1_c-2.js',
  'https://tradepost.example/assets/pdf.worker.min-C8PG.mjs',
  '/download-stream.js',
  'blob:https://tradepost.example/6f1c',
])('runs %s', (url) => {
  expect(ownScriptUrl(url, page)).toBe(url);
});

test.each([
  'https://evil.example/assets/a.js',
  '//evil.example/assets/a.js',
  'blob:https://evil.example/6f1c',
  'data:text/javascript,alert(1)',
  'javascript:alert(1)',
  '/api/files/7/content',
  '/assets/../api/files/7',
  '/assets/%2e%2e/api/a.js',
  '/assets/a.js?callback=alert',
  '/docs/start.js',
])('refuses to run %s', (url) => {
  expect(() => ownScriptUrl(url, page)).toThrow(TypeError);
});
