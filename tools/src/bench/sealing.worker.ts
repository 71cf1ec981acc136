import { newFileKey, openFile, sealFile } from '@tradepost/sealing/file/file';
import { chunkSize } from '@tradepost/sealing/file/format';

const MB = 1024 * 1024;
const file = { fileId: '01234567-89ab-4cde-8f01-23456789abcd', version: 1 };
const bytesOf = async (stream: ReadableStream<Uint8Array>) => {
  let bytes = 0;
  for (const reader = stream.getReader(); ;) {
    const { done, value } = await reader.read();
    if (done) return bytes;
    bytes += value.length;
  }
};
const rate = async (megabytes: number, work: () => Promise<unknown>) => {
  const began = performance.now();
  await work();
  return megabytes / ((performance.now() - began) / 1000);
};

/** AES-256-GCM of as many bytes in chunks of the format's size, `ahead` of them under way at once: what the browser can do. */
async function rawRate(megabytes: number, ahead: number): Promise<number> {
  const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt']);
  const chunk = new Uint8Array(chunkSize);
  const count = (megabytes * MB) / chunkSize;
  let next = 0;
  const one = async () => {
    while (next < count) {
      const nonce = new Uint8Array(12);
      new DataView(nonce.buffer).setUint32(0, next++);
      await crypto.subtle.encrypt({ name: 'AES-GCM', iv: nonce }, key, chunk);
    }
  };
  return rate(megabytes, () => Promise.all(Array.from({ length: ahead }, one)));
}

/** A stream of what is given out piece by piece, from memory. */
const streamOf = (next: () => Uint8Array | undefined) =>
  new ReadableStream<Uint8Array>({
    pull(controller) {
      const piece = next();
      if (piece) controller.enqueue(piece);
      else controller.close();
    },
  });

/** One round, in MB a second: the browser's own rate, sealing, and opening. */
async function round(megabytes: number) {
  const piece = crypto.getRandomValues(new Uint8Array(65_536));
  const content = () => {
    let left = (megabytes * MB) / piece.length;
    return streamOf(() => (left-- > 0 ? piece : undefined));
  };
  const key = newFileKey();
  const raw = Math.max(await rawRate(megabytes, 1), await rawRate(megabytes, 64));
  const seal = await rate(megabytes, () => bytesOf(content().pipeThrough(sealFile(key, file))));
  const sealed = new Uint8Array(await new Response(content().pipeThrough(sealFile(key, file))).arrayBuffer());
  let at = 0;
  // in pieces of the same size as the content: about as a network brings them
  const stored = streamOf(() => (at < sealed.length ? sealed.subarray(at, (at += piece.length)) : undefined));
  const open = await rate(megabytes, () => bytesOf(stored.pipeThrough(openFile(key, file))));
  return { raw, seal, open };
}

const worker = globalThis as unknown as {
  onmessage: (message: { data: number }) => void;
  postMessage: (rates: object) => void;
};
worker.onmessage = async ({ data }) => worker.postMessage(await round(data));
