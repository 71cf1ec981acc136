import type { PartUpload } from '@tradepost/client/api/part-upload';
import { resumableUpload } from './resumable-upload';

const MB = 1024 ** 2;
const size = 20 * MB;
const store = 'https://s3.example.com/bucket/key.direct-';
const numbers = [1, 2, 3];

interface Sent {
  method: string;
  url: string;
  headers: string[];
  withCredentials: boolean;
}

/** What a browser does with a request; each step is a task of its own, so that those of several requests alternate. */
class FakeRequest {
  static sent: Sent[] = [];
  static redirects = false;
  upload = { onprogress: (_: { loaded: number; total: number }) => undefined };
  onload = () => undefined;
  onerror = () => undefined;
  withCredentials = false;
  status = 200;
  responseText = '';
  responseURL = '';
  private readonly headers: string[] = [];
  private method = '';
  private url = '';

  open(method: string, url: string) {
    Object.assign(this, { method, url, responseURL: url });
  }
  setRequestHeader(name: string) {
    this.headers.push(name);
  }
  getAllResponseHeaders = () => 'location: /api/file-sharing/uploads/u1\r\n';

  send(body: Uint8Array | string | null) {
    const { method, url, headers, withCredentials } = this;
    FakeRequest.sent.push({ method, url, headers, withCredentials });
    const total = body?.length ?? 0;
    if (url.startsWith(store) && FakeRequest.redirects) this.responseURL = 'https://evil.example/';
    const steps = [
      ...[0.5, 1].map((part) => () => this.upload.onprogress({ loaded: part * total, total })),
      () => {
        this.responseText = JSON.stringify(this.answer(body));
        this.onload();
      },
    ];
    const step = () => {
      steps.shift()?.();
      if (steps.length > 0) setTimeout(step);
    };
    setTimeout(step);
  }

  private answer(body: unknown): unknown {
    const { url } = this;
    if (url.endsWith('/parts/direct')) {
      const { stored } = JSON.parse(body as string) as { stored: { number: number }[] };
      const urls = numbers.map((number) => ({ number, url: `${store}${number}` }));
      return { urls, stored: stored.map(({ number }) => number), expiresAt: null };
    }
    if (url.endsWith('/commit')) return { file: { id: 'f1' } };
    if (url.includes('/parts?')) return { length: size, parts: [], next: null, expiresAt: 'later', direct: true };
    return {};
  }
}

const file = (): PartUpload => ({
  folderId: 'f',
  name: 'a.bin',
  fields: { enc: 'sdx1' },
  size,
  part: async (number, start, end) => {
    const bytes = new Uint8Array(end - start);
    return { body: () => bytes, sha256: String(number).padStart(64, '0') };
  },
  check: async () => undefined,
});

async function uploaded() {
  const progress: number[] = [];
  await resumableUpload(file(), { key: 'k', canRestart: false }, { onProgress: (loaded) => progress.push(loaded) });
  const puts = FakeRequest.sent.filter(({ method }) => method === 'PUT');
  const toStore = puts.filter(({ url }) => url.startsWith(store));
  return { progress, toStore, toServer: puts.filter((one) => !toStore.includes(one)) };
}

const { XMLHttpRequest: own } = globalThis;
beforeAll(() => Object.assign(globalThis, { XMLHttpRequest: FakeRequest }));
beforeEach(() => (FakeRequest.sent = []));
afterAll(() => Object.assign(globalThis, { XMLHttpRequest: own }));

it('shows what was sent to the store, which never becomes less, and gives it no cookie and no header of the session', async () => {
  const { progress, toStore, toServer } = await uploaded();
  expect([toStore.length, toServer.length]).toEqual([3, 0]);
  for (const { headers, withCredentials } of toStore)
    expect([headers, withCredentials]).toEqual([['x-amz-checksum-sha256'], false]);
  expect(progress).toEqual(progress.toSorted((a, b) => a - b));
  expect(progress.at(-1)).toBe(size);
});

it('sends parts to the server that the store would send elsewhere', async () => {
  FakeRequest.redirects = true;
  const { progress, toServer } = await uploaded();
  expect(toServer).toHaveLength(3);
  for (const { withCredentials } of toServer) expect(withCredentials).toBe(true);
  expect(progress.at(-1)).toBe(size);
});
