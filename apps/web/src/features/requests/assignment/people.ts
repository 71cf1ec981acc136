import type { Member } from '@tradepost/contracts/identity';
import { mayBeAssigned, type Assignee, type RequestView } from '@tradepost/contracts/requests';
import { mailbox } from '@tradepost/contracts/values/address';
import { useUser } from '../../../session/auth.store';
import { awayText, shownName, usePeople } from '../../../ui/person/people';

/** The name of the person that a request is assigned to. */
export function useAssigneeName(): (assignee: Assignee) => string {
  const people = usePeople();
  return ({ userId, email }) => {
    const person = people?.find(({ id }) => id === userId);
    return person ? shownName(person) : mailbox(email);
  };
}

/** Whether the person that a request is assigned to is away; null if not. */
export function useAssigneeAway(assignee: Assignee | null | undefined): string | null {
  const people = usePeople() ?? [];
  const person = people.find(({ id }) => id === assignee?.userId);
  return person ? awayText(person, people) : null;
}

interface Colleague {
  id: string;
  name: string;
  /** Until when the person is away, and who stands in. */
  away: string | null;
}

/** Colleagues that requests can be assigned to, by name: those of this request, or of any. */
export function useColleagues(request?: RequestView): Colleague[] {
  const { id: own } = useUser();
  const people: Member[] = usePeople() ?? [];
  const needsApprovals = !request || request.approvals !== undefined;
  return people
    .filter((person) => person.id !== own && mayBeAssigned(person, { needsApprovals }))
    .map((person) => ({ id: person.id, name: shownName(person), away: awayText(person, people) }))
    .toSorted((a, b) => a.name.localeCompare(b.name));
}
