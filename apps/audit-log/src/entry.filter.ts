import type { Tx } from '@tradepost/service-kit/database';
import { EntryRow } from './audit.entity';
import { beginning, containing } from './like';

export interface EntryFilter {
  q?: string | undefined;
  companyId?: string | undefined;
  actor?: string | undefined;
  action?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

/** The entries an admin asks for. */
export function matching(tx: Tx, { q, companyId, actor, action, from, to }: EntryFilter) {
  const query = tx.createQueryBuilder(EntryRow, 'e').where('true');
  if (companyId) query.andWhere('e.chainId = :companyId', { companyId });
  if (q) query.andWhere('e.message ILIKE :q', { q: containing(q) });
  if (actor) query.andWhere('e.actor ILIKE :actor', { actor: containing(actor) });
  if (action) query.andWhere('e.action LIKE :action', { action: beginning(action) });
  if (from) query.andWhere('e.at >= :from', { from: new Date(from) });
  if (to) query.andWhere('e.at <= :to', { to: new Date(to) });
  return query;
}
