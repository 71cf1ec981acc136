import { Injectable } from '@nestjs/common';
import type { DirectoryPage } from '@tradepost/contracts/storage';
import { inDirectory } from '@tradepost/contracts/values/file-paths';
import { Db } from '@tradepost/service-kit/database/database';
import { planned } from '@tradepost/service-kit/database/prepared';
import { directoryKey, directoryRange } from './directory-key';

/** The first file after a key, below the directory. */
const following = (bound: string) => `
  SELECT ${directoryKey} AS key, name FROM file
  WHERE folder_id = $1 AND current_version IS NOT NULL AND deleted_at IS NULL AND ${directoryKey} > ${bound} AND ${directoryKey} < lower($3)
  ORDER BY ${directoryKey} LIMIT 1`;

/** One probe of the index for each directory, whatever it contains: the next begins after all keys below this one. */
const directories = `
  WITH RECURSIVE found AS (
    (${following('lower($2)')})
    UNION ALL
    SELECT next.key, next.name FROM found
      CROSS JOIN LATERAL (${following("lower($4) || split_part(found.key, '/', $5::int) || '0'")}) AS next)
  SELECT split_part(name, '/', $5::int) AS name FROM found LIMIT $6`;

/** Directories exist through their files. */
@Injectable()
export class DirectoriesRepository {
  constructor(private readonly db: Db) {}

  /** The directories in a directory, in the order of their keys. */
  async in(
    folderId: string,
    {
      directory = '',
      after,
      pageSize,
    }: { directory?: string | undefined; after?: string | undefined; pageSize: number },
  ): Promise<DirectoryPage> {
    const [, end] = directoryRange(directory);
    const prefix = directory && `${directory}/`;
    const from = after ? `${prefix}${after}0` : prefix;
    const level = prefix.split('/').length;
    const values = [folderId, from, end, prefix, level, pageSize + 1];
    const found = await planned<{ name: string }>(this.db.read, directories, values);
    const items = found.slice(0, pageSize).map(({ name }) => ({ name, directory: inDirectory(directory, name) }));
    return { items, next: found.length > pageSize ? (items.at(-1)?.name ?? null) : null };
  }
}
