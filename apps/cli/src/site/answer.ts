import { createHash } from 'node:crypto';
import type { Answer } from './differences';

/** The headers of a browser, so that a server can hardly recognise this program. */
const asBrowser = {
  accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
  'accept-language': 'en-GB,en;q=0.9',
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
};

/**
 * What a server answers for an address, decompressed. Redirects are not followed.
 * @param limit bytes; of a longer answer only so many are read, and one more
 * @throws Error if there is no answer, or it breaks off or cannot be decompressed
 */
export async function answerOf(url: string, encoding: string, limit: number, signal: AbortSignal): Promise<Answer> {
  const stop = new AbortController();
  const response = await fetch(url, {
    headers: { ...asBrowser, 'accept-encoding': encoding },
    redirect: 'manual',
    signal: AbortSignal.any([signal, stop.signal]),
  });
  const hash = createHash('sha256');
  let size = 0;
  for await (const chunk of response.body ?? []) {
    hash.update(chunk);
    size += chunk.length;
    if (size > limit) break;
  }
  stop.abort();
  return { status: response.status, headers: response.headers, sha256: hash.digest('hex'), size };
}
