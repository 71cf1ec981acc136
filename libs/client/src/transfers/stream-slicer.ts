import { SealingError } from '@tradepost/sealing/errors';

type Bytes = Uint8Array<ArrayBuffer>;

/** Cuts one stream into parts, which must be read in order and each to its end. */
export class StreamSlicer {
  private at = 0;
  private buffered: Bytes = new Uint8Array();
  private readonly reader: ReadableStreamDefaultReader<Bytes>;

  constructor(stream: ReadableStream<Bytes>) {
    this.reader = stream.getReader();
  }

  /** `length` bytes from `offset`; skips the bytes before. Fails with TRUNCATED when bytes are missing. */
  slice(offset: number, length: number): ReadableStream<Bytes> {
    const end = offset + length;
    return new ReadableStream<Bytes>(
      {
        pull: async (controller) => {
          while (this.at < offset) await this.take(offset - this.at);
          if (this.at < end) controller.enqueue(await this.take(end - this.at));
          if (this.at === end) controller.close();
        },
        cancel: (reason) => this.reader.cancel(reason),
      },
      { highWaterMark: 0 },
    );
  }

  /** Reads the rest of the stream, so that the sender sees its end. */
  async drain(): Promise<void> {
    while (!(await this.reader.read()).done);
  }

  private async take(most: number): Promise<Bytes> {
    if (this.buffered.length === 0) {
      const { done, value } = await this.reader.read();
      if (done) throw new SealingError('TRUNCATED');
      this.buffered = value;
    }
    const taken = this.buffered.subarray(0, most);
    this.buffered = this.buffered.subarray(taken.length);
    this.at += taken.length;
    return taken;
  }
}
