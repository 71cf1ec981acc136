import { Injectable } from '@nestjs/common';
import { AppError } from '@tradepost/contracts/errors';
import type { FileGroup } from '@tradepost/reference/file-types';
import { Db } from '@tradepost/service-kit/database/database';
import { containing, matches } from '@tradepost/service-kit/database/like';
import { cursorOf, placeOf, readAfter, type Place } from '@tradepost/service-kit/database/place';
import { planned } from '@tradepost/service-kit/database/prepared';
import type { ListedFolder } from '../folder/folders.repository';
import { joinCurrentVersion } from './current-file';
import { directoryKey, directoryRange } from './directory-key';
import { listedFileColumns, toListedFile, type ListedFile, type ListedFileColumns } from './listed-file';

/** What a list is sorted by: an indexed expression and the type its values are read back as. */
const sorts = {
  name: { by: 'lower(f.name)', type: 'text' },
  size: { by: 'f.size', type: 'bigint' },
  type: { by: 'f.mime_type', type: 'text' },
  createdAt: { by: 'f.created_at', type: 'timestamptz' },
  updatedAt: { by: 'f.updated_at', type: 'timestamptz' },
} as const;

interface Sort {
  by: string;
  type: string;
  descending: boolean;
}

/** `-size` is largest first. Default: newest first. @throws AppError INVALID */
function sortOf(given: string | undefined): Sort {
  const field = (given || '-createdAt').replace('-', '');
  if (Object.hasOwn(sorts, field))
    return { ...sorts[field as keyof typeof sorts], descending: !given || given.startsWith('-') };
  const message = `Files are sorted by ${Object.keys(sorts).join(', ')}`;
  throw new AppError('INVALID', { message, errors: [{ field: 'sort', message }] });
}

export interface FileQuery {
  page: number;
  pageSize: number;
  q?: string | undefined;
  type?: string | undefined;
  sort?: string | undefined;
  directory?: string | undefined;
  after?: string | undefined;
}

export interface FileListPage {
  items: ListedFile[];
  total: number;
  next: string | null;
}

/** Pages of one folder's files. */
@Injectable()
export class FileListRepository {
  constructor(private readonly db: Db) {}

  /** @param folder with the numbers of its files, so that only a page of some names counts */
  async page(
    { id: folderId, count, typeCounts }: Pick<ListedFolder, 'id' | 'count' | 'typeCounts'>,
    { page, pageSize, q, type, sort, directory, after }: FileQuery,
  ): Promise<FileListPage> {
    const order = sortOf(sort);
    const ofType = type === 'all' ? undefined : type;
    const { where, level, values } = conditions(folderId, { q, type: ofType, directory });
    const known = ofType ? (typeCounts[ofType as FileGroup] ?? 0) : count;
    const offset = (page - 1) * pageSize;
    const place = after && placeOf(after);
    let total = q ? await this.count(where, values) : known;
    let found: Found[];
    if (level) {
      const inLevel = { is: level, known: directory === '' ? known : null };
      const all = { where, values, order, limit: pageSize + 1, level: inLevel };
      found = await (place ? this.following(place, all) : this.forward(offset, all));
      // beyond the last page, no row has the total
      total = found[0]?.total ?? (place || offset > 0 ? await this.count(`${where} AND ${level}`, values) : 0);
    } else {
      found = place
        ? await this.following(place, { where, values, order, limit: pageSize + 1 })
        : await this.skipping(offset, { where, values, order, limit: Math.min(pageSize, total - offset), total });
    }
    const more = place ? found.length > pageSize : offset + Math.min(found.length, pageSize) < total;
    const shown = found.slice(0, pageSize);
    const last = shown.at(-1);
    return {
      items: shown.map(toListedFile),
      total,
      next: more && last ? cursorOf([last.place, last.id]) : null,
    };
  }

  private async count(where: string, values: unknown[]): Promise<number> {
    const text = `SELECT count(*)::int AS total FROM file WHERE ${where}`;
    const [row] = await planned<{ total: number }>(this.db.read, text, values);
    return row?.total ?? 0;
  }

  private following([value, id]: Place, { order: { by, type, descending }, limit, ...from }: Find): Promise<Found[]> {
    const n = from.values.length;
    const [compare, direction] = descending ? ['<', 'DESC'] : ['>', 'ASC'];
    const after = `AND (${by}, f.id) ${compare} ($${n + 1}::${type}, $${n + 2}::uuid)`;
    const values = [...from.values, value, id, limit];
    return this.find(by, direction, { ...from, values, after, part: `LIMIT $${n + 3}` });
  }

  /** Of a directory: the same statement counts its files. */
  private forward(offset: number, { order: { by, descending }, limit, ...from }: Find): Promise<Found[]> {
    const n = from.values.length;
    const values = [...from.values, limit, offset];
    return this.find(by, descending ? 'DESC' : 'ASC', { ...from, values, part: `LIMIT $${n + 1} OFFSET $${n + 2}` });
  }

  /** Counted from the nearer end. */
  private async skipping(
    offset: number,
    { where, values, order: { by, descending }, limit, total }: Find & { total: number },
  ): Promise<Found[]> {
    if (limit <= 0) return [];
    const fromEnd = total - offset - limit;
    const backwards = fromEnd < offset;
    const direction = descending === backwards ? 'ASC' : 'DESC';
    const part = `LIMIT $${values.length + 1} OFFSET $${values.length + 2}`;
    const from = { where, part, values: [...values, limit, backwards ? fromEnd : offset] };
    const found = await this.find(by, direction, from);
    return backwards ? found.reverse() : found;
  }

  /** An index gives the ids of the page, and only the rows of these are read; sorting them again would cost PostgreSQL more. */
  private async find(
    by: string,
    direction: string,
    {
      where,
      level,
      after = '',
      part,
      values,
    }: Pick<Find, 'where' | 'level' | 'values'> & { after?: string; part: string },
  ): Promise<Found[]> {
    const ordered = `${after} ORDER BY ${by} ${direction}, f.id ${direction} ${part}`;
    const all = { ids: `ARRAY(SELECT f.id FROM file f WHERE ${where} ${ordered})`, total: 'NULL::int' };
    const { ids, total } = level
      ? ofLevel({ where, level, ordered, all: all.ids, isIndexed: by === 'f.created_at' })
      : all;
    const text = `SELECT page.position::int, (${by})::text AS place, ${total} AS total, ${listedFileColumns}
       FROM unnest(${ids}) WITH ORDINALITY AS page(id, position)
       JOIN file f ON f.id = page.id ${joinCurrentVersion}`;
    const found = await readAfter(planned<Found>(this.db.read, text, values));
    return found.sort((one, other) => one.position - other.position);
  }
}

interface Find {
  where: string;
  values: unknown[];
  order: Sort;
  limit: number;
  level?: Level;
}

/** The files of one directory. */
interface Level {
  /** The condition, as SQL. */
  is: string;
  /** At the top level, the number of files of the whole folder. */
  known: number | null;
}

/** `total`: only where the statement counts. */
type Found = ListedFileColumns & { position: number; place: string; total: number | null };

const live = 'folder_id = $1 AND current_version IS NOT NULL AND deleted_at IS NULL';

/**
 * Ids and number of the files of a directory, as SQL. Most folders have no directory, which the last key of the index shows: then their
 * top level is all files. Otherwise the files of the directory are found first (OFFSET keeps the two steps apart), because the planner could
 * look for a few of them in the order of the whole folder. PostgreSQL evaluates only the branch that it needs.
 */
function ofLevel({ where, level: { is, known }, ordered, all, isIndexed }: LevelQuery) {
  const from = isIndexed
    ? `file f WHERE ${where} AND ${is}`
    : `(SELECT * FROM file WHERE ${where} AND ${is} OFFSET 0) f WHERE true`;
  const ids = `ARRAY(SELECT f.id FROM ${from} ${ordered})`;
  const total = `(SELECT count(*)::int FROM file WHERE ${where} AND ${is})`;
  if (known === null) return { ids, total };
  const hasDirectories = `(SELECT ${directoryKey} FROM file WHERE ${live} ORDER BY ${directoryKey} DESC LIMIT 1) > ''`;
  const either = (one: string, other: string) => `CASE WHEN ${hasDirectories} THEN ${one} ELSE ${other} END`;
  return { ids: either(ids, all), total: either(total, String(known)) };
}

interface LevelQuery {
  where: string;
  level: Level;
  /** The end of the query for ids. */
  ordered: string;
  /** Ids of the whole folder. */
  all: string;
  isIndexed: boolean;
}

function conditions(folderId: string, { q, type, directory }: Pick<FileQuery, 'q' | 'type' | 'directory'>) {
  const where = [live];
  const values: unknown[] = [folderId];
  const add = (condition: string, value: unknown) => where.push(condition.replace('?', `$${values.push(value)}`));
  if (q) add(matches('name', '?'), containing(q));
  if (type) add('file_group = ?', type);
  const [first, end] = directoryRange(directory ?? '');
  let level: string | undefined;
  if (directory !== undefined && !q) level = `${directoryKey} = lower($${values.push(first)})`;
  if (directory && q) {
    add(`${directoryKey} >= lower(?)`, first);
    add(`${directoryKey} < lower(?)`, end);
  }
  return { where: where.join(' AND '), level, values };
}
