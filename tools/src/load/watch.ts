import { readdirSync } from 'node:fs';
import { Client } from 'pg';
import { memoryOf } from '../faults/hostile/memory';
import type { Topology } from '../topology/start';

const intervalMs = 5_000;

/** What the installation holds at a moment. */
export interface Reading {
  /** Milliseconds since the beginning. */
  at: number;
  /** Bytes by process. */
  memory: Record<string, number>;
  /** Open file descriptors by process: files, connections, pipes. */
  handles: Record<string, number>;
  /** Of PostgreSQL, from all processes. */
  connections: number;
}

/** Looks every few seconds until it is stopped (Linux procfs). */
export async function watch(topology: Topology): Promise<{ stop: () => Promise<Reading[]> }> {
  const database = new Client(topology.servers.postgres);
  await database.connect();
  const began = performance.now();
  const readings: Reading[] = [];
  const read = async () => {
    const { rows } = await database.query<{ count: number }>(
      `SELECT count(*)::int FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()`,
    );
    readings.push({
      at: performance.now() - began,
      memory: memoryOf(topology, 'VmRSS'),
      handles: Object.fromEntries(
        [...topology.processes].map(([name, { pid }]) => [name, readdirSync(`/proc/${pid}/fd`).length]),
      ),
      connections: rows[0]?.count ?? 0,
    });
  };
  let reading = read();
  const timer = setInterval(() => (reading = reading.then(read)), intervalMs);
  return {
    stop: async () => {
      clearInterval(timer);
      try {
        await reading;
        await read();
      } finally {
        await database.end();
      }
      return readings;
    },
  };
}
