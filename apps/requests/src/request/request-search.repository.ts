import { Injectable } from '@nestjs/common';
import type { FoundRequest } from '@tradepost/contracts/requests';
import { maxFound } from '@tradepost/contracts/values/search';
import { Db } from '@tradepost/service-kit/database/database';
import { containing, matches } from '@tradepost/service-kit/database/like';
import { prepared } from '@tradepost/service-kit/database/prepared';

/** How many file names a found request shows. */
const shownNames = 3;

/** One side's newest requests with the text; the index of its list gives them in this order, so the search ends with the fifth. */
const ofSide = (role: FoundRequest['role'], party: string, companyName: string) => `
  (SELECT r.id, '${role}' AS role, ${companyName} AS "companyName", r.receiver_email AS "receiverEmail", r.status, r.created_at
   FROM access_request r
   WHERE ${party} AND (${matches('r.receiver_email', '$3')} OR ${matches(companyName, '$3')}
     OR EXISTS (SELECT FROM request_file f WHERE f.request_id = r.id AND ${matches('f.name', '$3')}))
   ORDER BY r.created_at DESC LIMIT $4)`;

const found = {
  name: 'search-requests',
  text: `
    SELECT r.id, r.role, r."companyName", r."receiverEmail", r.status, r.created_at AS "createdAt",
      (SELECT count(*)::int FROM request_file f WHERE f.request_id = r.id) AS files,
      ARRAY(SELECT f.name FROM request_file f WHERE f.request_id = r.id ORDER BY f.position LIMIT ${shownNames}) AS "fileNames"
    FROM (
      ${ofSide('sender', 'r.sender_company_id = $1', 'coalesce(r.receiver_company_name, r.receiver_email)')}
      UNION ALL
      ${ofSide('receiver', 'r.receiver_user_id = $2', 'r.sender_company_name')}
    ) r ORDER BY r.created_at DESC, r.id DESC LIMIT $4`,
};

@Injectable()
export class RequestSearchRepository {
  constructor(private readonly db: Db) {}

  /** Requests to this company and of this receiver, newest first. @param senderCompanyId null for a caller who cannot send */
  async search(
    { senderCompanyId, receiverUserId }: { senderCompanyId: string | null; receiverUserId: string | null },
    q: string,
  ): Promise<FoundRequest[]> {
    const rows = await prepared<Omit<FoundRequest, 'createdAt'> & { createdAt: Date }>(this.db.read, found, [
      senderCompanyId,
      receiverUserId,
      containing(q),
      maxFound,
    ]);
    return rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }));
  }
}
