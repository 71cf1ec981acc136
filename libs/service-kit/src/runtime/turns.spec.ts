import { Turns } from './turns';

/** Work that runs until it is ended. */
function work(turns: Turns, key: string, started: string[], name = key) {
  let end = () => undefined as void;
  const done = turns.run(key, async () => {
    started.push(name);
    await new Promise<void>((resolve) => (end = resolve));
  });
  return { done, end: () => end() };
}

it('runs the work of one key in order, one at a time, and does not let other keys wait', async () => {
  const turns = new Turns();
  const started: string[] = [];
  const [first, second] = ['first', 'second'].map((name) => work(turns, 'ann', started, name)) as [
    ReturnType<typeof work>,
    ReturnType<typeof work>,
  ];
  const other = work(turns, 'tom', started);
  expect(started).toEqual(['first', 'tom']);
  first.end();
  await first.done;
  expect(started).toEqual(['first', 'tom', 'second']);
  second.end();
  other.end();
  await Promise.all([second.done, other.done]);
  expect(await turns.run('ann', async () => 'free again')).toBe('free again');
});

it('goes on after a failure, and ends a wait that takes too long', async () => {
  const turns = new Turns({ ms: 20, error: () => new Error('busy') });
  const failing = turns.run('ann', () => Promise.reject(new Error('failed')));
  const next = turns.run('ann', async () => 'next');
  await expect(failing).rejects.toThrow('failed');
  expect(await next).toBe('next');
  const long = work(turns, 'ann', []);
  await expect(turns.run('ann', async () => 'late')).rejects.toThrow('busy');
  long.end();
  await long.done;
});
