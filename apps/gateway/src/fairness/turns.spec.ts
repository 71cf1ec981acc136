import { Turns } from './turns';

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('turns', () => {
  let now: number;
  let turns: Turns;
  let began: string[];
  /** Ends the calls, by name. */
  let end: Map<string, () => void>;

  beforeEach(() => {
    now = 0;
    turns = new Turns(4, () => now);
    began = [];
    end = new Map();
  });

  const call = (tenant: string, n: number) =>
    void turns.enter(tenant).then((leave) => {
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

  it('give one tenant every lane while nobody else calls', async () => {
    await calls('a', 6);
    expect(began).toEqual(['a1', 'a2', 'a3', 'a4']);
    await ended('a1', 5);
    expect(began).toEqual(['a1', 'a2', 'a3', 'a4', 'a5']);
  });

  it('give the next free lane to who comes, not to the queue of another tenant', async () => {
    await calls('a', 50);
    await calls('b', 1);
    await ended('a1', 5);
    expect(began.at(-1)).toBe('b1');
  });

  it('give several tenants the same number of lanes', async () => {
    await calls('a', 50);
    for (const tenant of ['b', 'c', 'd']) await calls(tenant, 50);
    for (const n of [1, 2, 3]) await ended(`a${n}`, 1);
    expect(began.slice(4).sort()).toEqual(['b1', 'c1', 'd1']);
    await ended('b1', 1);
    expect(began.at(-1)).toBe('b2');
  });

  it('prefer the tenant with less time taken, not with fewer calls', async () => {
    turns = new Turns(1, () => now);
    await calls('a', 9);
    await calls('b', 9);
    await ended('a1', 100);
    for (const n of [1, 2, 3, 4]) await ended(`b${n}`, 10);
    expect(began).toEqual(['a1', 'b1', 'b2', 'b3', 'b4', 'b5']);
  });

  it('let nobody save up turns by waiting', async () => {
    turns = new Turns(1, () => now);
    await calls('a', 9);
    for (const n of [1, 2, 3]) await ended(`a${n}`, 100);
    await calls('b', 9);
    await ended('a4', 100);
    expect(began.at(-1)).toBe('b1');
    await ended('b1', 150);
    expect(began.at(-1)).toBe('a5');
  });

  it('free a lane once', async () => {
    turns = new Turns(1, () => now);
    await calls('a', 3);
    await ended('a1', 1);
    await ended('a1', 1);
    expect(began).toEqual(['a1', 'a2']);
  });
});
