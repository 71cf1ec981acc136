import type { UserActor } from '@tradepost/contracts/actor';
import type { Bus } from '@tradepost/service-kit/messaging/bus';
import { ActorCache } from './actor-cache';

const caller = { actor: { userId: 'u' } as UserActor };

describe('callers who ask at the same time', () => {
  let cache: ActorCache<{ actor: UserActor }>;
  let answers: ((value: typeof caller | null) => void)[];
  beforeEach(() => {
    cache = new ActorCache({} as Bus);
    answers = [];
  });
  const fetch = () => new Promise<typeof caller | null>((resolve) => answers.push(resolve));

  it('share one fetch, and those after it its answer', async () => {
    const asked = Array.from({ length: 100 }, () => cache.getOrFind('s', fetch));
    expect(answers).toHaveLength(1);
    answers[0]?.(caller);
    expect(new Set(await Promise.all(asked)).size).toBe(1);
    await cache.getOrFind('s', fetch);
    expect(answers).toHaveLength(1);
  });

  it('fetch each for themselves for different sessions', () => {
    void cache.getOrFind('s', fetch);
    void cache.getOrFind('t', fetch);
    expect(answers).toHaveLength(2);
  });

  it('get no answer that was asked for before the session ended', async () => {
    const before = cache.getOrFind('s', fetch);
    cache.forget('s');
    const after = cache.getOrFind('s', fetch);
    expect(answers).toHaveLength(2);
    answers[1]?.(null);
    expect(await after).toBeNull();
    answers[0]?.(caller);
    await before;
    void cache.getOrFind('s', fetch);
    expect(answers).toHaveLength(3);
  });

  it('ask again after a failed fetch', async () => {
    await expect(cache.getOrFind('s', () => Promise.reject(new Error('down')))).rejects.toThrow('down');
    void cache.getOrFind('s', fetch);
    expect(answers).toHaveLength(1);
  });
});
