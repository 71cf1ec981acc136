import { FairQueue } from './fair-queue';

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('the fair queue', () => {
  let queue: FairQueue;
  let began: string[];
  /** Ends the calls, by name. */
  let end: Map<string, () => void>;

  beforeEach(() => {
    jest.useFakeTimers({ doNotFake: ['setImmediate'] });
    queue = new FairQueue(4);
    began = [];
    end = new Map();
  });

  afterEach(() => jest.useRealTimers());

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
    jest.advanceTimersByTime(ms);
    end.get(name)?.();
    await settled();
  };

  it('gives one tenant every slot while nobody else calls', async () => {
    await calls('a', 6);
    expect(began).toEqual(['a1', 'a2', 'a3', 'a4']);
    await ended('a1', 5);
    expect(began).toEqual(['a1', 'a2', 'a3', 'a4', 'a5']);
  });

  it('starts the only call of a tenant at once, however long the queues of others are', async () => {
    await calls('a', 50);
    await calls('b', 1);
    expect(began).toEqual(['a1', 'a2', 'a3', 'a4', 'b1']);
  });

  it('lets the queues of others have one slot less until shortly after such a call', async () => {
    queue = new FairQueue(8);
    for (const tenant of ['a', 'b']) await calls(tenant, 50);
    for (let n = 1; n <= 8; n += 1) await ended(`a${n}`, 1);
    await calls('c', 1);
    const before = [...began];
    await ended('b1', 1);
    expect(began).toEqual(before);
    await ended('c1', 1);
    expect(began).toEqual(before);
    await ended('a9', 500);
    expect(began).toHaveLength(before.length + 2);
  });

  it('does not make the calls of a page wait for such a call', async () => {
    queue = new FairQueue(16);
    await calls('a', 1);
    await calls('b', 6);
    for (let n = 1; n <= 6; n += 1) await ended(`b${n}`, 1);
    expect(began).toEqual(['a1', 'b1', 'b2', 'b3', 'b4', 'b5', 'b6']);
  });

  it('lets long queues of others rest after each call for as long as it took while such a call runs', async () => {
    queue = new FairQueue(8);
    await calls('a', 50);
    for (let n = 1; n <= 7; n += 1) await ended(`a${n}`, 1);
    await calls('b', 1);
    const before = began.length;
    await ended('a8', 30);
    for (let n = 9; n <= 15; n += 1) await ended(`a${n}`, 0);
    expect(began).toHaveLength(before);
    // a8 took 37 ms
    jest.advanceTimersByTime(36);
    await settled();
    expect(began).toHaveLength(before);
    jest.advanceTimersByTime(1);
    await settled();
    expect(began).toHaveLength(before + 1);
  });

  it('starts only as many such calls at once as there are shared slots', async () => {
    queue = new FairQueue(8);
    await calls('a', 50);
    for (let n = 1; n <= 20; n += 1) await calls(`only${n}-`, 1);
    const only = () => began.filter((name) => name.startsWith('only'));
    expect(only()).toEqual(['only1-1', 'only2-1']);
    for (let n = 1; n <= 8; n += 1) await ended(`a${n}`, 100);
    // one slot is always for those that wait
    expect(only()).toHaveLength(3);
    await ended('only1-1', 50);
    expect(only()).toHaveLength(4);
  });

  it('lets several tenants share a quarter of the slots equally', async () => {
    queue = new FairQueue(16);
    for (const tenant of ['a', 'b', 'c', 'd']) await calls(tenant, 50);
    for (let n = 1; n <= 16; n += 1) await ended(`a${n}`, 1);
    const running = began.filter((name) => !/^a([1-9]|1[0-6])$/.test(name));
    expect(running.map((name) => name[0]).sort()).toEqual(['a', 'b', 'c', 'd']);
    await ended('b1', 1);
    expect(began.at(-1)).toBe('b2');
  });

  it('prefers the tenant that has used less time, not the one with fewer calls', async () => {
    queue = new FairQueue(1);
    await calls('a', 9);
    await calls('b', 9);
    await ended('b1', 10);
    await ended('a1', 90);
    for (const n of [2, 3, 4]) await ended(`b${n}`, 10);
    expect(began).toEqual(['a1', 'b1', 'b2', 'b3', 'b4', 'b5']);
  });

  it('gives no advantage for earlier idle time', async () => {
    queue = new FairQueue(1);
    await calls('a', 9);
    for (const n of [1, 2, 3]) await ended(`a${n}`, 100);
    await calls('b', 9);
    await ended('a4', 100);
    expect(began.at(-1)).toBe('b1');
    await ended('b1', 150);
    expect(began.at(-1)).toBe('a5');
  });

  it('frees a slot only once', async () => {
    queue = new FairQueue(1);
    await calls('a', 3);
    await ended('a1', 1);
    await ended('a1', 1);
    expect(began).toEqual(['a1', 'a2']);
  });
});
