import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { allMembers, type MemberFilter } from '@tradepost/client/members/all-members';
import type { MemberPage } from '@tradepost/contracts/identity';
import { routes, type RouteIn } from '@tradepost/contracts/routes';
import { send } from '../send';
import { memberWithId } from './member-with-id';

/** Of every question about the people of the company. */
export const membersKey = ['members', 'joined'];
const rarelyMs = 5 * 60_000;

/** People of a company that one page of a list or a choice has. */
export const peopleOnPage = 25;

type MembersAsked = Pick<RouteIn<typeof routes.members>, 'q' | 'role' | 'may'>;

/** A page of the owner and the members of the company. */
export const membersQuery = ({
  page = 1,
  pageSize = peopleOnPage,
  ...asked
}: MembersAsked & { page?: number; pageSize?: number } = {}) =>
  queryOptions({
    queryKey: [...membersKey, { page, pageSize, ...asked }],
    queryFn: ({ signal }) => send(routes.members, { page, pageSize, ...asked }, { signal }) as Promise<MemberPage>,
    placeholderData: keepPreviousData,
    // live updates refresh it
    staleTime: rarelyMs,
  });

/** All of them, for what must not miss one. */
export const allMembersQuery = (asked: MemberFilter) =>
  queryOptions({
    queryKey: [...membersKey, 'all', asked],
    queryFn: ({ signal }) => allMembers({ send }, asked, { signal }),
  });

/** The person of the company with this id; null for one who has left. */
export const memberQuery = (id: string) =>
  queryOptions({
    queryKey: [...membersKey, 'one', id],
    queryFn: () => memberWithId(id),
    staleTime: rarelyMs,
  });
