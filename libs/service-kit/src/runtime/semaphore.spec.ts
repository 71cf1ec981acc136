import { Semaphore } from './semaphore';

it('runs at most as many tasks at once as it has slots, in order, also after a failure', async () => {
  const turns = new Semaphore(2);
  const started: number[] = [];
  const finish: (() => void)[] = [];
  const work = (n: number) =>
    turns.run(async () => {
      started.push(n);
      await new Promise<void>((resolve) => (finish[n] = resolve));
      if (n === 0) throw new Error('failed');
    });
  const all = [0, 1, 2, 3].map(work);
  expect(started).toEqual([0, 1]);
  finish[0]?.();
  await expect(all[0]).rejects.toThrow('failed');
  expect(started).toEqual([0, 1, 2]);
  finish[1]?.();
  await all[1];
  expect(started).toEqual([0, 1, 2, 3]);
  finish[2]?.();
  finish[3]?.();
  await Promise.all(all.slice(2));
});

it('ends a wait that takes too long, and gives the slot to the next waiting task', async () => {
  const turns = new Semaphore(1, { ms: 20, error: () => new Error('busy') });
  let finish = () => undefined as void;
  const first = turns.run(() => new Promise<void>((resolve) => (finish = resolve)));
  await expect(turns.run(async () => 'late')).rejects.toThrow('busy');
  const next = turns.run(async () => 'in time');
  finish();
  await first;
  expect(await next).toBe('in time');
  expect(await turns.run(async () => 'free again')).toBe('free again');
});

it('lets the keys take turns, so that a short queue does not wait for a long one', async () => {
  const turns = new Semaphore(1);
  const started: string[] = [];
  const work = (key: string) => turns.run(async () => void started.push(key), key);
  await Promise.all([...Array.from({ length: 4 }, () => work('many')), work('few'), work('few')]);
  expect(started).toEqual(['many', 'many', 'few', 'many', 'few', 'many']);
});
