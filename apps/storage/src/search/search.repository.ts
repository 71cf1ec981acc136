import { Injectable } from '@nestjs/common';
import type { FoundFile, FoundFolder } from '@tradepost/contracts/storage';
import { maxFound } from '@tradepost/contracts/values/search';
import { Db } from '@tradepost/service-kit/database/database';
import { containing, matches, startingWith } from '@tradepost/service-kit/database/like';
import { prepared } from '@tradepost/service-kit/database/prepared';

/** Names that match before the search ends; the newest of these are shown. */
const maxMatches = 1000;

/** The company's live folders, and those delivered to the caller, each once. */
const mine = `mine AS (
  SELECT id, NULL::text AS "companyName" FROM folder WHERE company_id = $1 AND deleted_at IS NULL
  UNION ALL
  SELECT id, name FROM unnest($2::uuid[], $3::text[]) AS delivered (id, name)
  WHERE id NOT IN (SELECT id FROM folder WHERE company_id = $1 AND deleted_at IS NULL))`;

const folders = {
  name: 'search-folders',
  text: `WITH ${mine}
    SELECT d.id, d.name, d.file_count AS count, mine."companyName" FROM mine JOIN folder d ON d.id = mine.id
    WHERE ${matches('d.name', '$4')} ORDER BY ${matches('d.name', '$5')} DESC, d.updated_at DESC, d.id DESC LIMIT $6`,
};

/** Names are read from the index of a folder's list, and only the rows of matches from the table. */
const files = {
  name: 'search-files',
  text: `WITH ${mine}, matching AS MATERIALIZED (
      SELECT f.id, mine."companyName" FROM mine CROSS JOIN LATERAL (
        SELECT id FROM file WHERE folder_id = mine.id AND current_version IS NOT NULL AND deleted_at IS NULL AND ${matches('name', '$4')}
        ORDER BY lower(name), id LIMIT ${maxMatches}) f
      LIMIT ${maxMatches})
    SELECT f.id, f.name, f.mime_type AS "mimeType", f.size::float8 AS size, f.folder_id AS "folderId", d.name AS "folderName", m."companyName"
    FROM matching m JOIN file f ON f.id = m.id JOIN folder d ON d.id = f.folder_id
    ORDER BY ${matches('f.name', '$5')} DESC, f.updated_at DESC, f.id DESC LIMIT $6`,
};

/** A folder that was delivered to the caller. */
interface Delivered {
  folderId: string;
  companyName: string;
}

/** Folders and files by a part of their name. */
@Injectable()
export class SearchRepository {
  constructor(private readonly db: Db) {}

  folders(companyId: string | null, delivered: Delivered[], q: string): Promise<FoundFolder[]> {
    return prepared(this.db.read, folders, values(companyId, delivered, q));
  }

  files(companyId: string | null, delivered: Delivered[], q: string): Promise<FoundFile[]> {
    return prepared(this.db.read, files, values(companyId, delivered, q));
  }
}

const values = (companyId: string | null, delivered: Delivered[], q: string) => [
  companyId,
  delivered.map(({ folderId }) => folderId),
  delivered.map(({ companyName }) => companyName),
  containing(q),
  startingWith(q),
  maxFound,
];
