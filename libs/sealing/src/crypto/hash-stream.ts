import { createSHA256, type IHasher } from 'hash-wasm';
import { toHex } from './bytes';
import { native } from './native';

/** Hashers that can be used again: a new one costs more than the hash of a small file. */
const idle: IHasher[] = [];

/** A running SHA-256. `digest` returns it in lower-case hex, and is called once. */
export async function newHash(): Promise<{ update: (bytes: Uint8Array) => unknown; digest: () => string }> {
  if (native) {
    const hash = native.createHash('sha256');
    return { update: (bytes) => hash.update(bytes), digest: () => toHex(hash.digest()) };
  }
  const hasher = idle.pop() ?? (await createSHA256());
  hasher.init();
  return {
    update: (bytes) => hasher.update(bytes),
    digest: () => {
      const hash = hasher.digest('hex');
      idle.push(hasher);
      return hash;
    },
  };
}

/** In lower-case hex. */
export async function hashOfBytes(bytes: Uint8Array): Promise<string> {
  const hash = await newHash();
  hash.update(bytes);
  return hash.digest();
}

/** The SHA-256 of a file in lower-case hex. The file is read piece by piece. */
export async function hashOfBlob(content: Blob): Promise<string> {
  const hash = await newHash();
  for (const reader = content.stream().getReader(); ;) {
    const { done, value } = await reader.read();
    if (done) return hash.digest();
    hash.update(value);
  }
}

/** A pass-through stream that hashes its bytes. `digest` returns the SHA-256 in lower-case hex after the stream has ended. Constant memory. */
export async function hashStream(): Promise<{ stream: TransformStream<Uint8Array, Uint8Array>; digest: () => string }> {
  const hash = await newHash();
  let done: string | undefined;
  const stream = new TransformStream<Uint8Array, Uint8Array>({
    transform(bytes, controller) {
      hash.update(bytes);
      controller.enqueue(bytes);
    },
    flush() {
      done = hash.digest();
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
