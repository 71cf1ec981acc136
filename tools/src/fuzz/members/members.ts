import { ApiClient } from '@tradepost/client/api/api-client';
import type { MemberRole } from '@tradepost/contracts/roles';
import { routes } from '@tradepost/contracts/routes';
import { waitFor } from '@tradepost/testing/wait-for';
import { register } from '../../client/people';
import type { Topology } from '../../topology/start';
import { accountOf, type Caller } from '../tenants';

/** A person who acts for a company. */
export interface Member {
  /** Of the account that the company belongs to. */
  side: 'sender' | 'receiver';
  id: string;
  token: string;
  /** The owner gives the person another role, in place of the present one. */
  become: (role: MemberRole) => Promise<void>;
}

/** Adds a person to the company of this caller. */
export async function addMember(topology: Topology, owner: Caller, side: Member['side']): Promise<Member> {
  const client = new ApiClient(topology.origin, { token: owner.token });
  const [{ user }, account] = [await client.send(routes.me, {}), accountOf('member')];
  const person = await register(topology, 'receiver', account);
  await client.send(routes.inviteMembers, { emails: [account.email], roles: ['auditor'] });
  const [invitation] = await person.send(routes.receivedMemberInvitations, {});
  if (!invitation) throw new Error(`${account.email} has no invitation`);
  await person.send(routes.acceptMemberInvitation, { id: invitation.id });
  const { token, user: member } = await person.send(routes.switchCompany, { companyId: user.companyId });
  const acting = new ApiClient(topology.origin, { token });
  const become = async (role: MemberRole) => {
    await client.send(routes.changeMemberRoles, { id: member.id, roles: [role] });
    // an event changes what the session may do
    const has = async () => (await acting.send(routes.me, {})).user.roles?.includes(role);
    await waitFor(has, { what: `the role ${role}` });
  };
  return { side, id: member.id, token, become };
}
