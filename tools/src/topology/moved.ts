import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeDurably } from './write-durably';

interface Move {
  /** ISO 8601 in UTC. */
  at: string;
  /** Host and port of the PostgreSQL that has the data now. */
  to: string;
}

const fileIn = (dataDir: string) => join(dataDir, 'moved.json');

/** Records in the data directory of an embedded installation that its data is elsewhere now. */
export function noteMoved(dataDir: string, to: string): void {
  writeDurably(fileIn(dataDir), JSON.stringify({ at: new Date().toISOString(), to } satisfies Move));
}

/** Two servers with the same data would mail everything twice, and what people change on one would be missing on the other. */
export function refuseMoved(dataDir: string): void {
  const file = fileIn(dataDir);
  if (!existsSync(file)) return;
  const { at, to } = JSON.parse(readFileSync(file, 'utf8')) as Move;
  throw new Error(
    `This server was moved to ${to} on ${at}. To use it again in place of the new installation, remove ${file}.`,
  );
}
