import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ensureDebianPackages } from '@tradepost/testing/servers/debian';
import type { Latencies } from './measure';

export interface Load extends Latencies {
  calls: number;
  /** Calls a second. */
  rate: number;
}

const script = `done = function(summary, latency)
  local e = summary.errors
  io.write(string.format("result %d %d %d %d %d %d\\n", summary.requests, summary.duration, e.connect + e.read + e.write + e.status + e.timeout,
    latency:percentile(50), latency:percentile(95), latency:percentile(99)))
end`;

/** Each call with a query parameter of its own, which the product ignores: nothing that it keeps by address answers two of them. */
const eachNew = `local n = 0
request = function()
  n = n + 1
  return wrk.format(nil, wrk.path .. "&call=" .. n)
end
`;

/**
 * Calls one address over and over from 16 open connections: wrk, because a client in Node would be slower than nginx.
 * @throws Error when a call fails or is answered with 400 or more
 */
export async function load(
  url: string,
  {
    seconds,
    headers = {},
    isEachNew = false,
  }: { seconds: number; headers?: Record<string, string>; isEachNew?: boolean },
): Promise<Load> {
  const missing = ensureDebianPackages(['wrk']);
  if (missing.length > 0) throw new Error('wrk is not installed: apt-get install wrk');
  const directory = mkdtempSync(join(tmpdir(), 'tradepost-wrk-'));
  try {
    const file = join(directory, 'report.lua');
    writeFileSync(file, isEachNew ? eachNew + script : script);
    const given = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
    const { stdout } = await promisify(execFile)('wrk', [
      '-t',
      '1',
      '-c',
      '16',
      '-d',
      `${seconds}s`,
      '-s',
      file,
      ...given,
      url,
    ]);
    const [calls = 0, micros = 1, errors = 1, p50 = 0, p95 = 0, p99 = 0] =
      /^result (.*)$/m.exec(stdout)?.[1]?.split(' ').map(Number) ?? [];
    if (errors > 0) throw new Error(`${url}: ${errors} of ${calls} calls failed`);
    return { calls, rate: calls / (micros / 1e6), p50: p50 / 1000, p95: p95 / 1000, p99: p99 / 1000 };
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
