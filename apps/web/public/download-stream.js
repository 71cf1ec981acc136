/*
 * Lets a page save a download that it creates itself, piece by piece, in browsers where it cannot open a file. It answers only
 * URLs under /download-stream/ that a page has announced; each works for one download. It reads like `src/workers/pieces.ts`.
 */
const announced = new Map();

self.addEventListener('install', () => self.skipWaiting());

const isAnnouncement = (data) =>
  data?.kind === 'announce' &&
  typeof data.url === 'string' &&
  data.url.startsWith(`${self.location.origin}/download-stream/`) &&
  typeof data.name === 'string' &&
  Number.isSafeInteger(data.size);

self.addEventListener('message', ({ data, origin, ports, source }) => {
  // any other message only keeps this worker alive during a download
  if (origin !== self.location.origin || !isAnnouncement(data) || !ports[0]) return;
  announced.set(data.url, { ...data, port: ports[0] });
  source.postMessage({ kind: 'announced', url: data.url });
});

self.addEventListener('fetch', (event) => {
  const { url } = event.request;
  const download = announced.get(url);
  announced.delete(url);
  event.respondWith(download ? respond(download) : new Response('There is no such download.', { status: 404 }));
});

function respond({ port, name, size }) {
  const pieces = new ReadableStream(
    {
      pull: (controller) =>
        new Promise((resolve) => {
          port.onmessage = ({ data }) => {
            if (data.piece) controller.enqueue(data.piece);
            else if (data.end) controller.close();
            else controller.error(new Error(data.error.message));
            resolve();
          };
          port.postMessage('pull');
        }),
      cancel: () => port.postMessage('cancel'),
    },
    { highWaterMark: 1 },
  );
  return new Response(pieces, {
    headers: {
      'Content-Type': 'application/octet-stream',
      'Content-Length': String(size),
      'Content-Disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name).replace(/['()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)}`,
      'Content-Security-Policy': "default-src 'none'",
      'X-Content-Type-Options': 'nosniff',
    },
  });
}
