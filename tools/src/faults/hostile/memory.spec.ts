import { growthOf } from './memory';

const sample = (at: number, rss: number, heap: number, buffers: number) => ({ at, rss, heap, buffers });

it('reports which part of the memory of a process grew, at its maximum since the attack began', () => {
  const samples = [sample(1, 900, 300, 90), sample(2, 100, 50, 10), sample(3, 400, 150, 110), sample(4, 300, 250, 10)];
  expect(growthOf(samples, 2, 350)).toEqual({ most: 350, heap: 100, buffers: 100, rest: 150 });
});
