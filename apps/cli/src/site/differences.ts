import type { SiteManifest } from '@tradepost/contracts/encryption/site-manifest';

/** What a server answered, decompressed. */
export interface Answer {
  status: number;
  headers: Headers;
  sha256: string;
  /** Bytes that were read. */
  size: number;
}

/** Headers that could let a page load, open or allow more than the manifest permits. */
const powerful = [
  'access-control-allow-origin',
  'link',
  'refresh',
  'service-worker-allowed',
  'sourcemap',
  'speculation-rules',
  'x-sourcemap',
];

const mediaTypes: Record<string, RegExp> = {
  html: /^text\/html(;|$)/,
  js: /^(text|application)\/javascript(;|$)/,
  mjs: /^(text|application)\/javascript(;|$)/,
  css: /^text\/css(;|$)/,
  svg: /^image\/svg\+xml(;|$)/,
};

/** How an answer differs from the listed file; empty if it does not. */
export function differences(
  { status, headers, sha256, size }: Answer,
  file: SiteManifest['files'][number],
  expected: SiteManifest['headers'],
): string[] {
  if (status !== 200) return [`answers ${status}${headers.has('location') ? ' with a redirect' : ''}`];
  const found: string[] = [];
  if (size > file.size) found.push(`is longer than ${file.size} bytes`);
  else if (sha256 !== file.sha256) found.push(`has different content: SHA-256 ${sha256} instead of ${file.sha256}`);
  const mediaType = mediaTypes[file.path.split('.').at(-1) ?? ''];
  if (mediaType && !mediaType.test(headers.get('content-type') ?? ''))
    found.push(`has the type ${headers.get('content-type') ?? '(none)'}`);
  return [...found, ...headerDifferences(headers, expected)];
}

function headerDifferences(headers: Headers, expected: SiteManifest['headers']): string[] {
  const wrong = Object.entries(expected)
    .filter(([name, value]) => headers.get(name) !== value)
    .map(([name]) => `has a different ${name}: ${headers.get(name) ?? '(none)'}`);
  const added = powerful
    .filter((name) => headers.has(name) && !(name in expected))
    .map((name) => `has an additional ${name}: ${headers.get(name)}`);
  return [...wrong, ...added];
}
