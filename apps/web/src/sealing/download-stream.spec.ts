import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';

const origin = 'https://tradepost.example';
const url = `${origin}/download-stream/1`;
const announcement = { kind: 'announce', url, name: 'a.csv', size: 3 };

/** The service worker with the listeners that it registers. */
function started() {
  const listeners: Record<string, (event: object) => void> = {};
  const self = {
    location: { origin },
    skipWaiting: () => undefined,
    addEventListener: (type: string, listener: (event: object) => void) => (listeners[type] = listener),
  };
  const code = readFileSync(join(__dirname, '../../public/download-stream.js'), 'utf8');
  runInNewContext(code, { self, Map, Response, ReadableStream, Error, encodeURIComponent });
  const answers: unknown[] = [];
  const send = (message: object) =>
    listeners.message!({
      data: announcement,
      origin,
      ports: [{}],
      source: { postMessage: (answer: unknown) => answers.push(answer) },
      ...message,
    });
  const statusOf = async () => {
    let response: Response | undefined;
    listeners.fetch!({ request: { url }, respondWith: (answer: Response) => (response = answer) });
    return response!.status;
  };
  return { send, answers, statusOf };
}

test('an announced download is answered, once', async () => {
  const { send, answers, statusOf } = started();
  send({});
  expect(answers).toEqual([{ kind: 'announced', url }]);
  expect(await statusOf()).toBe(200);
  expect(await statusOf()).toBe(404);
});

test.each([
  ['another origin', { origin: 'https://evil.example' }],
  ['no content', { data: null }],
  ['another kind', { data: { ...announcement, kind: 'alive' } }],
  ['an address elsewhere', { data: { ...announcement, url: 'https://evil.example/download-stream/1' } }],
  ['a name that is no text', { data: { ...announcement, name: { evil: true } } }],
  ['a size that is no number', { data: { ...announcement, size: '3' } }],
  ['no port', { ports: [] }],
])('a message with %s is discarded', async (_, message) => {
  const { send, answers, statusOf } = started();
  send(message);
  expect(answers).toEqual([]);
  expect(await statusOf()).toBe(404);
});
