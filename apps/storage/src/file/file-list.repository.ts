import { Injectable } from '@nestjs/common';
import { AppError } from '@tradepost/contracts/errors';
import type { FileGroup } from '@tradepost/reference/file-types';
import { Db } from '@tradepost/service-kit/database/database';
import { containing } from '@tradepost/service-kit/database/like';
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

type Place = [value: string, id: string];
const cursorOf = (place: Place) => Buffer.from(JSON.stringify(place)).toString('base64url');

/** @throws AppError INVALID */
function placeOf(cursor: string): Place {
  try {
    const place: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    if (Array.isArray(place) && place.length === 2 && place.every((one) => typeof one === 'string'))
      return place as Place;
  } catch {
    // the error below covers text that is not JSON
  }
  throw new AppError('INVALID', {
    message: 'after must be the next of an earlier answer',
    errors: [{ field: 'after', message: 'not valid' }],
  });
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
    const { where, values } = conditions(folderId, { q, type: ofType, directory });
    const known = ofType ? (typeCounts[ofType as FileGroup] ?? 0) : count;
    const offset = (page - 1) * pageSize;
    const place = after && placeOf(after);
    const isLevel = directory !== undefined && !q;
    let total = q ? await this.count(where, values) : known;
    let found: Found[];
    if (isLevel) {
      const counted = totalOf(where, directory === '' ? known : null);
      const all = { where, values, order, limit: pageSize + 1, counted };
      found = await (place ? this.following(place, all) : this.forward(offset, all));
      // beyond the last page, no row has the total
      total = found[0]?.total ?? (place || offset > 0 ? await this.count(where, values) : 0);
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

  private following(
    [value, id]: Place,
    { where, values, order: { by, type, descending }, limit, counted }: Find,
  ): Promise<Found[]> {
    const [n, compare, direction] = [values.length, ...(descending ? ['<', 'DESC'] : ['>', 'ASC'])] as [
      number,
      string,
      string,
    ];
    return this.find(
      by,
      direction,
      `${where} AND (${by}, f.id) ${compare} ($${n + 1}::${type}, $${n + 2}::uuid)`,
      `LIMIT $${n + 3}`,
      [...values, value, id, limit],
      counted,
    );
  }

  /** Of a directory: the same statement counts its files. */
  private forward(
    offset: number,
    { where, values, order: { by, descending }, limit, counted }: Find,
  ): Promise<Found[]> {
    const part = `LIMIT $${values.length + 1} OFFSET $${values.length + 2}`;
    return this.find(by, descending ? 'DESC' : 'ASC', where, part, [...values, limit, offset], counted);
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
    const found = await this.find(by, direction, where, part, [...values, limit, backwards ? fromEnd : offset]);
    return backwards ? found.reverse() : found;
  }

  /** An index gives the ids of the page, and only the rows of these are read; sorting them again would cost PostgreSQL more. */
  private async find(
    by: string,
    direction: string,
    where: string,
    part: string,
    values: unknown[],
    counted = 'NULL::int',
  ): Promise<Found[]> {
    const text = `SELECT page.position::int, (${by})::text AS place, ${counted} AS total, ${listedFileColumns}
       FROM unnest(ARRAY(SELECT f.id FROM file f WHERE ${where} ORDER BY ${by} ${direction}, f.id ${direction} ${part}))
         WITH ORDINALITY AS page(id, position)
       JOIN file f ON f.id = page.id ${joinCurrentVersion}`;
    const found = await planned<Found>(this.db.read, text, values).catch((error: { code?: string }) => {
      // the cursor of another sort has a value of another type
      if (/^22/.test(error.code ?? ''))
        throw new AppError('INVALID', { message: 'after must be the next of an earlier answer', cause: error });
      throw error;
    });
    return found.sort((one, other) => one.position - other.position);
  }
}

interface Find {
  where: string;
  values: unknown[];
  order: Sort;
  limit: number;
  /** The total of all pages, as SQL. */
  counted?: string;
}

/** `total`: only where the statement counts. */
type Found = ListedFileColumns & { position: number; place: string; total: number | null };

const live = 'folder_id = $1 AND current_version IS NOT NULL AND deleted_at IS NULL';

/**
 * How many files a directory has, as SQL.
 * @param known files of the whole folder, for its top level: most folders have no directory, which the last key of the index shows
 */
function totalOf(where: string, known: number | null): string {
  const counted = `(SELECT count(*)::int FROM file WHERE ${where})`;
  if (known === null) return counted;
  const last = `(SELECT ${directoryKey} FROM file WHERE ${live} ORDER BY ${directoryKey} DESC LIMIT 1)`;
  return `CASE WHEN ${last} > '' THEN ${counted} ELSE ${known} END`;
}

function conditions(folderId: string, { q, type, directory }: Pick<FileQuery, 'q' | 'type' | 'directory'>) {
  const where = [live];
  const values: unknown[] = [folderId];
  const add = (condition: string, value: unknown) => where.push(condition.replace('?', `$${values.push(value)}`));
  if (q) add('lower(name) LIKE lower(?)', containing(q));
  if (type) add('file_group = ?', type);
  const [first, end] = directoryRange(directory ?? '');
  if (directory !== undefined && !q) add(`${directoryKey} = lower(?)`, first);
  if (directory && q) {
    add(`${directoryKey} >= lower(?)`, first);
    add(`${directoryKey} < lower(?)`, end);
  }
  return { where: where.join(' AND '), values };
}
