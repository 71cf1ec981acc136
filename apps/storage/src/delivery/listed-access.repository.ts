import { Injectable } from '@nestjs/common';
import { sql } from '@tradepost/service-kit/database/sql';
import type { Tx } from '@tradepost/service-kit/database/transaction';

/** An address with access to a folder, in a list. */
export interface ListedAccess {
  folderId: string;
  email: string;
  createdAt: Date;
  until: Date | null;
  /** All addresses with access to the folder, also those that the list leaves out. */
  ofFolder: number;
}

/** SQL: what an address takes in a list of folders. It is there twice. */
const bytesOfAddress = '120 + 2 * octet_length(s.email)';

/** Who has access to folders: of each the first ones, if together they are too many for one answer. */
@Injectable()
export class ListedAccessRepository {
  /** Folders share the room evenly. @param room bytes, as JSON */
  of(from: Tx, folderIds: string[], room: number): Promise<ListedAccess[]> {
    return sql(from).query(
      `SELECT "folderId", email, "createdAt", until, "ofFolder"
       FROM (SELECT s.id, s.folder_id AS "folderId", s.email, s.created_at AS "createdAt", s.until,
               count(*) OVER of_folder::int AS "ofFolder", sum(${bytesOfAddress}) OVER () AS "all",
               sum(${bytesOfAddress}) OVER (of_folder ORDER BY s.created_at, s.id) AS upto
             FROM share s WHERE s.folder_id = ANY($1) AND (s.until IS NULL OR s.until > now())
             WINDOW of_folder AS (PARTITION BY s.folder_id)) listed
       WHERE "all" <= $2 OR upto * $3 <= $2 ORDER BY "createdAt", id`,
      [folderIds, room, folderIds.length],
    );
  }
}
