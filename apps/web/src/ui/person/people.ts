import { useQuery } from '@tanstack/react-query';
import { isAway, standInOf } from '@tradepost/contracts/absence';
import type { Member } from '@tradepost/contracts/identity';
import { mailbox } from '@tradepost/contracts/values/address';
import { memberQuery, membersQuery } from '../../api/members/queries';
import { formatDate } from '../feedback/format';
import { nameOf } from '../feedback/role-names';
import { t } from '../../i18n/t';

/** How many people the company has; undefined until it is known. */
export const useTeamSize = (): number | undefined => useQuery(membersQuery({ pageSize: 1 })).data?.total;

/** The person of the company with this id; undefined until it is known, null for one who has left, or who could not be read. */
export function useMember(id: string | undefined): Member | null | undefined {
  const { data, isError } = useQuery({ ...memberQuery(id ?? ''), enabled: id !== undefined });
  return data ?? (isError ? null : data);
}

/** The person's name, or the address without one. */
export const shownName = (person: Pick<Member, 'firstName' | 'lastName' | 'email'>): string =>
  nameOf(person).trim() || mailbox(person.email);

/** Until when the person is away and who stands in; null for one who is there. */
export function awayText(person: Member): string | null {
  const now = new Date();
  if (!person.absence || !isAway(person, now)) return null;
  const until = formatDate(person.absence.until);
  const standIn = standInOf(person, now);
  return standIn
    ? t('Away until {until}, {name} stands in', { until, name: shownName(standIn) })
    : t('Away until {until}, nobody stands in', { until });
}
