import { createHash, createHmac } from 'node:crypto';

export const defaultRegion = 'us-east-1';

export interface SignedRequest {
  method: string;
  /** `scheme://host[:port]/path`, with a path that needs no escaping, and perhaps a query. */
  url: string;
  /** Signed in addition to `host`; the server must receive them unchanged. Names in lower case. */
  headers: Record<string, string>;
  accessKey: string;
  secretKey: string;
  region: string;
  at: Date;
  seconds: number;
}

const byName = ([a]: [string, string], [b]: [string, string]) => (a < b ? -1 : 1);

/** AWS Signature Version 4 in the query, of a request with a body that is not known yet: its path and query. */
export function presigned({ method, url, headers, accessKey, secretKey, region, at, seconds }: SignedRequest): string {
  const { host, pathname, searchParams } = new URL(url);
  const time = at.toISOString().replace(/[-:]|\.\d+/g, '');
  const scope = [time.slice(0, 8), region, 's3', 'aws4_request'];
  const signed: [string, string][] = Object.entries({ ...headers, host }).sort(byName);
  const names = signed.map(([name]) => name).join(';');
  const query = Object.entries({
    'X-Amz-Algorithm': 'AWS4-HMAC-SHA256',
    'X-Amz-Credential': [accessKey, ...scope].join('/'),
    'X-Amz-Date': time,
    'X-Amz-Expires': String(seconds),
    'X-Amz-SignedHeaders': names,
    ...Object.fromEntries(searchParams),
  })
    .sort(byName)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&');
  const canonical = [
    method,
    pathname,
    query,
    ...signed.map(([name, value]) => `${name}:${value}`),
    '',
    names,
    'UNSIGNED-PAYLOAD',
  ].join('\n');
  const toSign = ['AWS4-HMAC-SHA256', time, scope.join('/'), createHash('sha256').update(canonical).digest('hex')].join(
    '\n',
  );
  const key = scope.reduce<Buffer | string>(
    (under, part) => createHmac('sha256', under).update(part).digest(),
    `AWS4${secretKey}`,
  );
  return `${pathname}?${query}&X-Amz-Signature=${createHmac('sha256', key).update(toSign).digest('hex')}`;
}
