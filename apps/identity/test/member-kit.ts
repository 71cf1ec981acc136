import type { UserActor } from '@tradepost/contracts/actor';
import { identity, type Member } from '@tradepost/contracts/identity';
import type { MemberRole } from '@tradepost/contracts/roles';
import type { Fixture } from './fixture';

/** As callers see it that ask for no page: all people of the company. */
export const listedMembers = async (fixture: Fixture, by: UserActor): Promise<Member[]> =>
  (await fixture.call(identity.members, {}, by)) as Member[];

/** People who become members of companies. */
export function membersOf(fixtureOf: () => Fixture) {
  const invite = async (by: UserActor, email: string, ...roles: MemberRole[]) =>
    (await fixtureOf().call(identity.inviteMembers, { emails: [email], roles }, by)).invited[0]!.status;

  /** A person with these roles in the company of the owner. @returns the actor of their session for it */
  async function join(owner: UserActor, ...roles: MemberRole[]): Promise<UserActor> {
    return joinAs(await fixtureOf().member('receiver', 'Own Company'), owner, ...roles);
  }

  async function joinAs(person: UserActor, owner: UserActor, ...roles: MemberRole[]): Promise<UserActor> {
    const fixture = fixtureOf();
    await invite(owner, person.email, ...roles);
    const [received] = await fixture.call(identity.receivedMemberInvitations, {}, person);
    await fixture.call(identity.acceptMemberInvitation, { id: received!.id }, person);
    const { token } = await fixture.call(identity.switchCompany, { companyId: owner.companyId }, person);
    return (await fixture.bearer(token))!;
  }

  const change = (by: UserActor, { userId: id }: Pick<UserActor, 'userId'>, ...roles: MemberRole[]) =>
    fixtureOf().call(identity.changeMemberRoles, { id, roles }, by);

  /** The actor of the session as it is now; null once it has ended. */
  const present = async ({ sessionId }: UserActor): Promise<UserActor | null> => {
    const asked = { sessionId, enforcesRoles: true };
    return (await fixtureOf().call(identity.actorOf, asked, { kind: 'system', service: 'gateway' })).actor;
  };

  return { invite, join, joinAs, change, present };
}
