import { matches } from '@tradepost/service-kit/database/like';
import type { Member } from '@tradepost/contracts/identity';

/** A member's absence, as `absenceOf` selects it. */
export interface FoundAbsence {
  from: Date | null;
  until: Date | null;
  delegateId: string | null;
}

/** SQL: the absence of an account `a` of the company in the first parameter, present or to come. */
export const absenceOf = {
  columns: 'away.from_at AS "from", away.until_at AS "until", delegate.id AS "delegateId"',
  joins: `LEFT JOIN absence away ON away.company_id = $1 AND away.account_id = a.id AND away.until_at > now()
    LEFT JOIN account delegate
      ON delegate.id = away.delegate_id AND delegate.suspended_at IS NULL AND delegate.deleted_at IS NULL`,
};

export const absenceView = ({ from, until, delegateId }: FoundAbsence): Member['absence'] =>
  from && until && { from: from.toISOString(), until: until.toISOString(), delegateId };

/** SQL: the owner, who has no time of joining, of the company in the first parameter. */
export const ownerOfCompany =
  "SELECT owner_id AS account_id, ARRAY['owner'] AS roles, NULL::timestamptz AS joined_at FROM company WHERE id = $1";

/** The owner and the members of the company in the first parameter, with their accounts `a`. */
export const peopleOfCompany = `FROM (
    ${ownerOfCompany}
    UNION ALL SELECT account_id, roles, joined_at FROM membership WHERE company_id = $1
  ) m JOIN account a ON a.id = m.account_id`;

/** SQL: accounts `a` with this pattern in the address or the name. */
export const namedLike = (pattern: string) =>
  `(${matches('a.email', pattern)} OR ${matches("a.first_name || ' ' || a.last_name", pattern)})`;
