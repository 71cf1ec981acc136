import { availableParallelism } from 'node:os';
import { Admission } from '@tradepost/service-kit/limits/admission';
import { HashingQueue } from './hashing-queue';

const from = (ip: string) => ({ kind: 'public' as const, ip });

it('does not let a network wait behind the queue of another', async () => {
  const queue = new HashingQueue(new Admission());
  const started: string[] = [];
  const finish: (() => void)[] = [];
  let isOver = false;
  const check = (ip: string) =>
    queue.run(from(ip), async () => {
      started.push(ip);
      if (!isOver) await new Promise<void>((end) => finish.push(end));
    });
  const [attacker, person] = ['198.51.100.1', '203.0.113.1'];
  const running = availableParallelism();
  const checks = [...Array<string>(running + 8).fill(attacker), person].map(check);
  expect(started).toHaveLength(running);
  finish[0]?.();
  await checks[0];
  finish[1]?.();
  await checks[1];
  expect(started.slice(running)).toEqual([attacker, person]);
  isOver = true;
  for (const end of finish) end();
  await Promise.all(checks);
});
