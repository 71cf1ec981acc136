import { createSHA256 } from 'hash-wasm';

/** Lets a stream pass and hashes it as it does; `digest` is the SHA-256 in lower-case hex, once the stream has ended well. Flat in memory. */
export async function hashing(): Promise<{ stream: TransformStream<Uint8Array, Uint8Array>; digest: () => string }> {
  const hash = await createSHA256();
  hash.init();
  let done: string | undefined;
  const stream = new TransformStream<Uint8Array, Uint8Array>({
    transform(bytes, controller) {
      hash.update(bytes);
      controller.enqueue(bytes);
    },
    flush() {
      done = hash.digest('hex');
    },
  });
  return {
    stream,
    digest: () => {
      if (done === undefined) throw new Error('The stream has not ended');
      return done;
    },
  };
}
