import type { UserActor } from '@tradepost/contracts/actor';
import { identityEvents } from '@tradepost/contracts/identity';
import { notification } from '@tradepost/contracts/notification';
import type { MemberRole } from '@tradepost/contracts/roles';
import { userActor, type ServiceUnderTest } from '@tradepost/testing/service-harness';
import { v7 as uuidv7 } from 'uuid';

/** A session of a member for the company of this owner. */
export const memberOf = (owner: UserActor, ...roles: MemberRole[]): UserActor => {
  const { companyId, companyName, userType } = owner;
  const email = `${roles.join('-')}-${uuidv7()}@people.example`;
  return userActor({ email, companyId, companyName, userType, roles, owner });
};

export const refOf = ({ companyId, companyName, userId, email }: UserActor) => ({
  ...{ companyId: companyId as string, companyName: companyName as string, userId, email },
});

/** What tests do with members of a service that has started. */
export const memberKit = (serviceOf: () => ServiceUnderTest) => ({
  join: async (owner: UserActor, ...roles: MemberRole[]) => {
    const member = memberOf(owner, ...roles);
    const joined = { ...refOf(member), invitationId: uuidv7(), roles };
    await serviceOf().deliverEvent(identityEvents.memberJoined, joined);
    return member;
  },
  /** Without those about who joined, which every owner here gets. */
  typesOf: async (person: UserActor) =>
    (await serviceOf().call(notification.feed, {}, person)).items
      .map(({ type }) => type)
      .filter((type) => type !== 'member.joined'),
});
