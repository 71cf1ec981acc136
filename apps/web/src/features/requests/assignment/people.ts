import { useQuery } from '@tanstack/react-query';
import type { Permission } from '@tradepost/contracts/roles';
import type { Assignee, RequestView } from '@tradepost/contracts/requests';
import { permissionToBeAssigned } from '@tradepost/contracts/requests';
import { mailbox } from '@tradepost/contracts/values/address';
import { membersQuery } from '../../../api/members/queries';
import { useUser } from '../../../session/auth.store';
import { awayText, shownName, useMember } from '../../../ui/person/people';

/** The name of the person that a request is assigned to; null without one. */
export function useAssigneeName(assignee: Assignee | null | undefined): string | null {
  const person = useMember(assignee?.userId);
  if (!assignee) return null;
  // an address is longer than most names, and a table leaves out columns that do not fit
  if (person === undefined) return '…';
  return person ? shownName(person) : mailbox(assignee.email);
}

/** Whether the person that a request is assigned to is away; null if not. */
export function useAssigneeAway(assignee: Assignee | null | undefined): string | null {
  const person = useMember(assignee?.userId);
  return person ? awayText(person) : null;
}

interface Colleague {
  id: string;
  name: string;
  /** Until when the person is away, and who stands in. */
  away: string | null;
}

/** What a person must be able to do, to take care of this request. */
export const mayTake = (request: RequestView): Permission =>
  permissionToBeAssigned({ needsApprovals: request.approvals !== undefined });

/** Colleagues that this request can be assigned to, by name; null where they are too many for a list. */
export function useColleagues(request: RequestView): Colleague[] | null {
  const { id: own } = useUser();
  const { data } = useQuery(membersQuery({ may: mayTake(request) }));
  if (data?.next) return null;
  return (data?.items ?? [])
    .filter((person) => person.id !== own)
    .map((person) => ({ id: person.id, name: shownName(person), away: awayText(person) }))
    .toSorted((a, b) => a.name.localeCompare(b.name));
}
