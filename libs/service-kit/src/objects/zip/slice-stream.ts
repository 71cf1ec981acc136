import { Readable } from 'node:stream';

/** Bytes in memory, or a stream of a known length, opened shortly before it is needed. */
export type Slice = Buffer | { size: number; open: () => Promise<Readable> };

/** Slices opened in advance, so that the latency of the store does not add up per file. */
const SLICES_AHEAD = 8;
/** Smaller chunks are collected up to this size: many small files must not cause many small writes. */
const MIN_CHUNK_BYTES = 64 * 1024;
const BUFFERED_BYTES = 256 * 1024;

type Opened = Buffer | { size: number; stream: Promise<Readable> };

/** The slices one after another as one byte stream; fails when a slice gives more or fewer bytes than it should. */
export function sliceStream(slices: Iterator<Slice>): Readable {
  const opened = new OpenedSlices(slices);
  const chunks = gathered(bytesOf(opened));
  return new Readable({
    highWaterMark: BUFFERED_BYTES,
    read() {
      chunks.next().then(
        ({ done, value }) => this.push(done ? null : value),
        (error: Error) => this.destroy(error),
      );
    },
    destroy(error, callback) {
      // Not chunks.return(): it would wait for a read that may never end.
      opened.destroy();
      callback(error);
    },
  });
}

class OpenedSlices {
  readonly #ahead: Opened[] = [];
  readonly #live = new Set<Promise<Readable>>();
  #destroyed = false;

  constructor(readonly slices: Iterator<Slice>) {}

  next(): Opened | undefined {
    while (!this.#destroyed && this.#ahead.length < SLICES_AHEAD) {
      const { done, value } = this.slices.next();
      if (done) break;
      this.#ahead.push(Buffer.isBuffer(value) ? value : { size: value.size, stream: this.#open(value.open) });
    }
    return this.#ahead.shift();
  }

  release(stream: Promise<Readable>): void {
    this.#live.delete(stream);
  }

  destroy(): void {
    this.#destroyed = true;
    for (const stream of this.#live) {
      stream.then(
        (readable) => readable.destroy(),
        () => undefined, // it never opened, and nothing waits for it any more
      );
    }
  }

  #open(open: () => Promise<Readable>): Promise<Readable> {
    const stream = open();
    this.#live.add(stream);
    // Nothing listens to the stream until it is read; a failure is stored and thrown then.
    stream.then(
      (readable) => readable.on('error', () => undefined),
      () => undefined,
    );
    return stream;
  }
}

async function* bytesOf(opened: OpenedSlices): AsyncGenerator<Buffer> {
  for (let slice = opened.next(); slice; slice = opened.next()) {
    if (Buffer.isBuffer(slice)) {
      yield slice;
      continue;
    }
    let left = slice.size;
    for await (const chunk of await slice.stream) {
      left -= chunk.length;
      if (left < 0) break;
      yield chunk;
    }
    if (left !== 0) throw new Error(`a file has ${Math.abs(left)} bytes too ${left < 0 ? 'many' : 'few'}`);
    opened.release(slice.stream);
  }
}

async function* gathered(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let small: Buffer[] = [];
  let size = 0;
  const take = () => {
    const all = small.length === 1 ? small[0]! : Buffer.concat(small, size);
    small = [];
    size = 0;
    return all;
  };
  for await (const chunk of chunks) {
    if (chunk.length >= MIN_CHUNK_BYTES && size > 0) yield take();
    small.push(chunk);
    size += chunk.length;
    if (size >= MIN_CHUNK_BYTES) yield take();
  }
  if (size > 0) yield take();
}
