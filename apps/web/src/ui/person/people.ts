import { useQuery } from '@tanstack/react-query';
import { isAway, standInOf } from '@tradepost/contracts/absence';
import type { Member } from '@tradepost/contracts/identity';
import { mailbox } from '@tradepost/contracts/values/address';
import { membersQuery } from '../../api/queries';
import { formatDate } from '../feedback/format';
import { nameOf } from '../feedback/role-names';
import { t } from '../../i18n/t';

const rarelyMs = 5 * 60_000;

/** The people of the company; undefined until they are known. Live updates refresh them. */
export const usePeople = (): Member[] | undefined => useQuery({ ...membersQuery, staleTime: rarelyMs }).data;

/** The person's name, or the address without one. */
export const shownName = (person: Pick<Member, 'firstName' | 'lastName' | 'email'>): string =>
  nameOf(person).trim() || mailbox(person.email);

/** Until when the person is away and who stands in; null for one who is there. */
export function awayText(person: Member, people: readonly Member[]): string | null {
  const now = new Date();
  if (!person.absence || !isAway(person, now)) return null;
  const until = formatDate(person.absence.until);
  const standIn = standInOf(person, people, now);
  return standIn
    ? t('Away until {until}, {name} stands in', { until, name: shownName(standIn) })
    : t('Away until {until}, nobody stands in', { until });
}
