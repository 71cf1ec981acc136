import type { Response as SuperResponse, Test } from 'supertest';
import { misfit } from '@tradepost/tools/openapi/answers';

const mediaTypeOf = (header: string | null | undefined) => header?.split(';', 1)[0]?.trim() ?? '';
const isJson = (mediaType: string) => /^application\/((problem|scim)\+)?json$/.test(mediaType);

/**
 * Compares every answer that the tests of a file get with the published document, and fails them at the end.
 * @returns a plugin for supertest, which calls past `fetch`
 */
export function everyAnswerFits(): (call: Test) => void {
  const misfits = new Set<string>();
  const reading: Promise<unknown>[] = [];
  const ownFetch = globalThis.fetch;
  const note = (answer: Parameters<typeof misfit>[0]) => {
    const found = misfit(answer);
    if (found) misfits.add(found);
  };

  beforeAll(() => {
    globalThis.fetch = async (input, init) => {
      const answer = await ownFetch(input, init);
      const { method, url } = new Request(input, { method: init?.method ?? 'GET' });
      const mediaType = mediaTypeOf(answer.headers.get('content-type'));
      const known = { method, path: new URL(url).pathname, status: answer.status, mediaType };
      if (!isJson(mediaType) || method === 'HEAD') note(known);
      else
        reading.push(
          answer
            .clone()
            .json()
            .then((body) => note({ ...known, body })),
        );
      return answer;
    };
  });
  afterAll(async () => {
    globalThis.fetch = ownFetch;
    await Promise.allSettled(reading);
    expect([...misfits]).toEqual([]);
  });

  return (call) => {
    call.on('response', ({ status, headers, text, req }: SuperResponse & { req: { method: string; path: string } }) => {
      const mediaType = mediaTypeOf(headers['content-type']);
      note({
        method: req.method,
        path: req.path,
        status,
        mediaType,
        ...(isJson(mediaType) && req.method !== 'HEAD' && { body: JSON.parse(text) }),
      });
    });
  };
}
