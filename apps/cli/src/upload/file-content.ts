import { createReadStream, openAsBlob } from 'node:fs';
import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';

/** From this size on, the Blob that Node opens for a file has the size modulo 2^32 (seen with Node 20 and 24), and ranges behind it are empty. */
const tooLargeForNode = 2 ** 32;

/** The content of a file, which is read from the disk each time. @param size bytes of the file */
export const contentOf = async (path: string, size: number): Promise<Blob> =>
  size < tooLargeForNode ? openAsBlob(path) : new LargeFile(path, 0, size);

/** A range of a file. */
class LargeFile extends Blob {
  constructor(
    private readonly path: string,
    private readonly from: number,
    private readonly to: number,
  ) {
    super([]);
    // a field of Blob's prototype, which cannot be assigned
    Object.defineProperty(this, 'size', { value: to - from });
  }

  override slice(start = 0, end = this.size): Blob {
    const from = Math.min(this.from + start, this.to);
    return new LargeFile(this.path, from, Math.max(from, Math.min(this.from + end, this.to)));
  }

  override stream(): ReadableStream<Uint8Array<ArrayBuffer>> {
    if (this.size === 0) return new Blob([]).stream();
    const file = createReadStream(this.path, { start: this.from, end: this.to - 1 });
    return Readable.toWeb(file) as ReadableStream<Uint8Array<ArrayBuffer>>;
  }

  /** @throws Error if the file has become shorter */
  override async arrayBuffer(): Promise<ArrayBuffer> {
    const bytes = new Uint8Array(this.size);
    const file = await open(this.path);
    try {
      for (let done = 0; done < bytes.length;) {
        const { bytesRead } = await file.read(bytes, done, bytes.length - done, this.from + done);
        if (bytesRead === 0) throw new Error(`${this.path}: ends before ${this.to}`);
        done += bytesRead;
      }
    } finally {
      await file.close();
    }
    return bytes.buffer;
  }
}
