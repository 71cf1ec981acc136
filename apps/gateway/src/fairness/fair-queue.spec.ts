import { FairQueue } from './fair-queue';

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('the fair queue', () => {
  let now: number;
  let queue: FairQueue;
  let began: string[];
  /** Ends the calls, by name. */
  let end: Map<string, () => void>;

  beforeEach(() => {
    now = 0;
    queue = new FairQueue(4, () => now);
    began = [];
    end = new Map();
  });

  const call = (tenant: string, n: number) =>
    void queue.enter(tenant).then((leave) => {
      began.push(`${tenant}${n}`);
      end.set(`${tenant}${n}`, leave);
    });
  const calls = async (tenant: string, count: number) => {
    for (let n = 1; n <= count; n += 1) call(tenant, n);
    await settled();
  };
  const ended = async (name: string, ms: number) => {
    now += ms;
    end.get(name)?.();
    await settled();
  };

  it('gives one tenant every slot while nobody else calls', async () => {
    await calls('a', 6);
    expect(began).toEqual(['a1', 'a2', 'a3', 'a4']);
    await ended('a1', 5);
    expect(began).toEqual(['a1', 'a2', 'a3', 'a4', 'a5']);
  });

  it('gives the next free slot to a new tenant, not to the queue of another', async () => {
    queue = new FairQueue(1, () => now);
    await calls('a', 50);
    await calls('b', 1);
    await ended('a1', 5);
    expect(began.at(-1)).toBe('b1');
  });

  it('lets several tenants share a quarter of the slots equally', async () => {
    queue = new FairQueue(16, () => now);
    await calls('a', 50);
    for (const tenant of ['b', 'c', 'd']) await calls(tenant, 50);
    expect(began).toHaveLength(16);
    for (let n = 1; n <= 12; n += 1) await ended(`a${n}`, 1);
    expect(began).toHaveLength(16);
    for (let n = 13; n <= 15; n += 1) await ended(`a${n}`, 1);
    expect(began.slice(16).sort()).toEqual(['b1', 'c1', 'd1']);
    await ended('b1', 1);
    expect(began.at(-1)).toBe('b2');
  });

  it('prefers the tenant that has used less time, not the one with fewer calls', async () => {
    queue = new FairQueue(1, () => now);
    await calls('a', 9);
    await calls('b', 9);
    await ended('a1', 100);
    for (const n of [1, 2, 3, 4]) await ended(`b${n}`, 10);
    expect(began).toEqual(['a1', 'b1', 'b2', 'b3', 'b4', 'b5']);
  });

  it('gives no advantage for earlier idle time', async () => {
    queue = new FairQueue(1, () => now);
    await calls('a', 9);
    for (const n of [1, 2, 3]) await ended(`a${n}`, 100);
    await calls('b', 9);
    await ended('a4', 100);
    expect(began.at(-1)).toBe('b1');
    await ended('b1', 150);
    expect(began.at(-1)).toBe('a5');
  });

  it('frees a slot only once', async () => {
    queue = new FairQueue(1, () => now);
    await calls('a', 3);
    await ended('a1', 1);
    await ended('a1', 1);
    expect(began).toEqual(['a1', 'a2']);
  });
});
