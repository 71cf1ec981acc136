import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeGraphs } from './graphs';
import { reportOf, type Run } from './report';

it('reports and draws an hour of a hundred calls a second', () => {
  const calls = Array.from({ length: 360_000 }, (_, n) => ({ kind: 'notifications', at: n * 10, ms: 1 + (n % 100) }));
  const readings = Array.from({ length: 360 }, (_, n) => ({
    at: n * 10_000,
    memory: { gateway: 1024 ** 2 * 200 },
    handles: { gateway: 30 },
    connections: 12,
  }));
  const run: Run = { calls, late: [0], readings, warmUpMs: 0 };
  const { facts, kinds, exceeded, notJudged } = reportOf(run);
  expect([facts['calls counted'], facts['calls a second']]).toEqual([360_000, 100]);
  expect(kinds.all).toMatchObject({ calls: 360_000, errors: 0, p50: 50, p95: 95, p99: 99 });
  expect([exceeded, notJudged]).toEqual([[], []]);
  const images = mkdtempSync(join(tmpdir(), 'tradepost-graphs-'));
  for (const file of writeGraphs(images, run)) expect(readFileSync(file, 'utf8')).toContain('<svg');
  rmSync(images, { recursive: true });
});
