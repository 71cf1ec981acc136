import type { ApiClient } from '@tradepost/client/api/api-client';
import { mostNamed, type Member } from '@tradepost/contracts/identity';
import { routes } from '@tradepost/contracts/routes';
import { addressKey } from '@tradepost/contracts/values/address';
import { UsageError } from '../../exit';

/** The person of the company with this e-mail address or id. @throws UsageError */
export async function memberNamed(client: ApiClient, given: string): Promise<Member> {
  const answer = await client.send(routes.members, { page: 1, pageSize: mostNamed, people: given });
  // a server of the release before answers with all of them
  const members = Array.isArray(answer) ? answer : answer.items;
  const found = members.find(({ id, email }) => id === given || addressKey(email) === addressKey(given));
  if (!found) throw new UsageError(`${given} is not a member of your company`);
  return found;
}
