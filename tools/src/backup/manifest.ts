import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { assertObjectKey } from '@tradepost/service-kit/objects/object-store';

export interface TableOfBackup {
  schema: string;
  table: string;
  rows: number;
  /** Size of the table's file, in bytes. */
  size: number;
  sha256: string;
}

export interface ObjectOfBackup {
  key: string;
  /** SHA-256 of the stored bytes, which may be encrypted. */
  size: number;
  sha256: string;
  /** The object's wrapped data key; absent if it is stored without encryption at rest. */
  envelope?: string;
}

/** The contents of a backup. It is written last, so a folder without it is an incomplete backup. */
export interface Manifest {
  /** Version 1 has no envelopes. */
  version: 1 | 2;
  /** Time of the snapshot of all tables, ISO 8601 in UTC. */
  date: string;
  /** Migration names by schema, in the order in which they ran. */
  migrations: Record<string, string[]>;
  /** In an order that satisfies foreign keys. */
  tables: TableOfBackup[];
  objects: ObjectOfBackup[];
  /** Keys of objects that rows name but that were missing from the store. */
  missing: string[];
}

export const tableFile = (folder: string, { schema, table }: Pick<TableOfBackup, 'schema' | 'table'>) =>
  join(folder, 'tables', `${schema}.${table}.copy`);
export const objectsFolder = (folder: string) => join(folder, 'objects');
const manifestFile = (folder: string) => join(folder, 'manifest.json');
const sumFile = (folder: string) => join(folder, 'manifest.json.sha256');
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  const text = `${JSON.stringify(manifest, null, 1)}\n`;
  await mkdir(folder, { recursive: true });
  await writeFile(sumFile(folder), `${sha256(text)}  manifest.json\n`, { mode: 0o600, flush: true });
  await writeFile(`${manifestFile(folder)}.draft`, text, { mode: 0o600, flush: true });
  await rename(`${manifestFile(folder)}.draft`, manifestFile(folder));
}

/**
 * Reads the manifest and every file it names.
 * @throws Error naming each file that is missing, cut short or altered
 */
export async function verifiedManifest(folder: string): Promise<Manifest> {
  const manifest = await readManifest(folder);
  const files = [
    ...manifest.tables.map((table) => ({
      ...table,
      file: tableFile(folder, table),
      name: `tables/${table.schema}.${table.table}.copy`,
    })),
    ...manifest.objects.map((object) => ({
      ...object,
      file: join(objectsFolder(folder), object.key),
      name: `objects/${object.key}`,
    })),
  ];
  const faults: string[] = [];
  for (const { file, name, size, sha256: wanted } of files) {
    const fault = await faultOf(file, size, wanted);
    if (fault) faults.push(`  ${name}: ${fault}`);
  }
  if (faults.length > 0) throw new Error(`The backup is damaged; nothing was written.\n${faults.join('\n')}`);
  return manifest;
}

async function readManifest(folder: string): Promise<Manifest> {
  const [text, sum] = await Promise.all(
    [manifestFile(folder), sumFile(folder)].map((file) => readFile(file, 'utf8')),
  ).catch((error: Error) => {
    throw new Error(`${folder} is not a complete backup: ${error.message}`);
  });
  if (sum?.slice(0, 64) !== sha256(text as string))
    throw new Error('The backup is damaged; nothing was written.\n  manifest.json: wrong checksum');
  const manifest = JSON.parse(text as string) as Manifest;
  if (![1, 2].includes(manifest.version))
    throw new Error(
      `The backup has format version ${String(manifest.version)}, which this release does not support. Use a newer release.`,
    );
  for (const { key } of manifest.objects) assertObjectKey(key);
  return manifest;
}

async function faultOf(file: string, size: number, wanted: string): Promise<string | null> {
  const about = await stat(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
  if (!about) return 'missing';
  if (about.size !== size) return `${about.size} bytes instead of ${size}`;
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex') === wanted ? null : 'wrong checksum';
}
