import { SealingError } from '@tradepost/sealing/errors';

type Bytes = Uint8Array<ArrayBuffer>;

/** Parts of one stream, each read to its end before the next, in the order they stand there. */
export class Sections {
  private at = 0;
  private held: Bytes = new Uint8Array();
  private readonly reader: ReadableStreamDefaultReader<Bytes>;

  constructor(stream: ReadableStream<Bytes>) {
    this.reader = stream.getReader();
  }

  /** `length` bytes from `offset` on; what stands before is skipped. TRUNCATED when they are not all there. */
  section(offset: number, length: number): ReadableStream<Bytes> {
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

  /** Reads what stands after the last of them, so that the sender of it all sees its end. */
  async drain(): Promise<void> {
    while (!(await this.reader.read()).done);
  }

  private async take(most: number): Promise<Bytes> {
    if (this.held.length === 0) {
      const { done, value } = await this.reader.read();
      if (done) throw new SealingError('TRUNCATED');
      this.held = value;
    }
    const taken = this.held.subarray(0, most);
    this.held = this.held.subarray(taken.length);
    this.at += taken.length;
    return taken;
  }
}
