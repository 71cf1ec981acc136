import { sealedSize } from '@tradepost/sealing/file/format';
import { directRangesOf, sealedOffset, type StoredRange } from './direct-ranges';
import { StoreWay } from './store-way';
import { storedInOrder } from './stored-in-order';

const MB = 1024 ** 2;
const retryPolicy = { attempts: 3, baseDelayMs: 1, maxDelayMs: 1 };
const rangeOf = ({ headers }: RequestInit) => new Headers(headers).get('range');

describe('while a range is read', () => {
  const ranges = 9;
  const large = sealedSize(ranges * 8 * MB);
  const part = 8 * MB + 8 * 1024;
  const piece = new Uint8Array(64 * 1024);
  const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

  /** Counts what has come and was not read. */
  async function slowReader({ hasStore = true } = {}) {
    const counts = { under: 0, mostUnder: 0, held: 0, mostHeld: 0, calls: 0, cancelled: 0 };
    const answer = (init: RequestInit) => {
      const [, from, last = String(large - 1)] = /^bytes=(\d+)-(\d+)?$/.exec(rangeOf(init) ?? '')!;
      let left = Number(last) - Number(from) + 1;
      counts.calls += 1;
      counts.mostUnder = Math.max(counts.mostUnder, (counts.under += 1));
      const end = () => void (counts.under -= 1);
      const body = new ReadableStream<Uint8Array<ArrayBuffer>>(
        {
          pull(controller) {
            const next = piece.subarray(0, left);
            left -= next.length;
            counts.mostHeld = Math.max(counts.mostHeld, (counts.held += next.length));
            controller.enqueue(next);
            if (left > 0) return;
            end();
            controller.close();
          },
          cancel: () => {
            counts.cancelled += 1;
            end();
          },
        },
        { highWaterMark: 0 },
      );
      const headers = { etag: '"one"', 'content-range': `bytes ${from}-${last}/${large}` };
      return new Response(body, { status: 206, headers });
    };
    const way = new StoreWay(async (_, init) => answer(init));
    const ask = async (asked: StoredRange[]) => asked.map(({ start }) => `https://s3.example.com/key?from=${start}`);
    const whole = Array.from({ length: ranges }, (_, at) => ({
      start: sealedOffset(at * 8 * MB),
      end: at === ranges - 1 ? large : sealedOffset((at + 1) * 8 * MB),
    }));
    const direct = hasStore ? directRangesOf(way, ranges * 8 * MB, whole, ask) : undefined;
    const reader = (
      await storedInOrder(async (init) => answer(init), direct, { size: large, retryPolicy })
    ).getReader();
    const read = async (bytes: number) => {
      for (let got = 0; got < bytes;) {
        const { done, value } = await reader.read();
        if (done) return;
        got += value.length;
        counts.held -= value.length;
      }
    };
    /** Until nothing more comes. */
    const quiet = async () => {
      for (let before = -1; before !== counts.held + counts.calls;) {
        before = counts.held + counts.calls;
        for (let turn = 0; turn < 50; turn += 1) await settle();
      }
    };
    return { counts, read, quiet, reader };
  }

  it.each([true, false])('three ranges come at once, and at most 24 MiB wait (store: %s)', async (hasStore) => {
    const { counts, read, quiet, reader } = await slowReader({ hasStore });
    await read(100);
    await quiet();
    const first = hasStore ? 1 : 0;
    expect([counts.calls - first, counts.held > 2 * part]).toEqual([3, true]);
    await read(part);
    await quiet();
    expect(counts.calls - first).toBe(4);
    await read(large);
    expect((await reader.read()).done).toBe(true);
    expect([counts.held, counts.under, counts.mostUnder]).toEqual([0, 0, 3]);
    // and a piece of each that is about to wait
    expect(counts.mostHeld).toBeLessThanOrEqual(3 * (part + 84 + 2 * piece.length));
  });

  it('all of them end when no more is read', async () => {
    const { counts, read, quiet, reader } = await slowReader();
    await read(100);
    await quiet();
    await reader.cancel('enough');
    await quiet();
    expect([counts.under, counts.calls]).toEqual([0, 4]);
  });
});
