import { createSHA256 } from 'hash-wasm';

/** A pass-through stream that hashes its bytes. `digest` returns the SHA-256 in lower-case hex after the stream has ended. Constant memory. */
export async function hashStream(): Promise<{ stream: TransformStream<Uint8Array, Uint8Array>; digest: () => string }> {
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
