import type { ApiClient } from '@tradepost/client/api/api-client';
import type { MemberRole } from '@tradepost/contracts/roles';
import { routes } from '@tradepost/contracts/routes';
import { register, type Account, type Place } from '@tradepost/tools/client/people';

/** Registers a person, who joins the company of this owner and acts for it. */
export async function newMember(
  place: Place,
  owner: ApiClient,
  person: Account,
  role: MemberRole,
): Promise<{ client: ApiClient; companyId: string }> {
  await owner.send(routes.inviteMembers, { emails: [person.email], roles: [role] });
  const client = await register(place, 'receiver', person);
  const [invitation] = await client.send(routes.receivedMemberInvitations, {});
  const { company } = await client.send(routes.acceptMemberInvitation, { id: invitation?.id ?? '' });
  const { companyId } = company;
  client.token = (await client.send(routes.switchCompany, { companyId })).token;
  return { client, companyId };
}
