import type { Member } from '@tradepost/contracts/identity';
import type { Permission, Role } from '@tradepost/contracts/roles';
import { routes } from '@tradepost/contracts/routes';
import { SealingError } from '@tradepost/sealing/errors';
import type { Caller } from '../api/api-client';

/** Of the server: the most that one call answers. */
const pageSize = 200;

export interface MemberFilter {
  /** A part of a name or an e-mail address. */
  q?: string;
  role?: Role;
  may?: Permission;
}

/**
 * The owner and all members of the company, page by page. A person who joins again at the same time is listed once, as the server shows them last.
 * @throws SealingError MALFORMED for pages without an end; ApiError
 */
export async function allMembers(
  client: Caller,
  filter: MemberFilter = {},
  options: { signal?: AbortSignal } = {},
): Promise<Member[]> {
  const found = new Map<string, Member>();
  for (let after: string | undefined; ;) {
    const asked = { ...filter, pageSize, ...(after === undefined ? { page: 1 } : { after }) };
    const answer = await client.send(routes.members, asked, options);
    // a server of the release before answers with all of them at once, and does not filter
    if (Array.isArray(answer)) return answer;
    const before = found.size;
    for (const member of answer.items) found.set(member.id, member);
    if (answer.next === null) return [...found.values()];
    if (found.size === before) throw new SealingError('MALFORMED');
    after = answer.next;
  }
}
