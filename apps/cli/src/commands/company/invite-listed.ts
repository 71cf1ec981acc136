import type { ApiClient } from '@tradepost/client/api/api-client';
import { ApiError } from '@tradepost/client/api/api-error';
import { decodeList } from '@tradepost/client/members/decode-list';
import { invitationsOf, maxListedMembers, readMemberList } from '@tradepost/client/members/member-list';
import { routes } from '@tradepost/contracts/routes';
import { rolesBelow, type MemberRole } from '@tradepost/contracts/roles';
import { readFile } from 'node:fs/promises';
import { exitCodes, LocalError, SomeFailed } from '../../exit';
import type { Output } from '../../output';

/** Invites the people of a list. Lines with a problem, and calls that are refused, do not stop the others. @throws SomeFailed */
export async function inviteListed(
  client: ApiClient,
  out: Output,
  { file, roles }: { file: string; roles: MemberRole[] },
): Promise<void> {
  const text = decodeList(await readFile(file));
  if (text === null) throw new LocalError(`${file} cannot be read: save the list as a CSV file of at most 1 MB`);
  const { user } = await client.send(routes.me, {});
  const lines = readMemberList(text, { roles, allowed: rolesBelow(user) });
  if (lines.length > maxListedMembers) throw new LocalError(`At most ${maxListedMembers} people at once`);
  let failed = 0;
  for (const { line, email, problem, role } of lines) {
    if (problem === null) continue;
    failed += 1;
    out.value({ line, email, status: problem }, `line ${line}: ${[email, problem, role].filter(Boolean).join(' ')}`);
  }
  for (const call of invitationsOf(lines)) {
    const answer = await client.send(routes.inviteMembers, call).catch((error: unknown) => {
      if (!(error instanceof ApiError)) throw error;
      return error;
    });
    if (answer instanceof ApiError) {
      failed += call.emails.length;
      for (const email of call.emails)
        out.value({ email, status: 'failed', message: answer.message }, `${email}: ${answer.message}`);
    } else for (const one of answer.invited) out.value(one, `${one.email}: ${one.status}`);
  }
  if (failed > 0) throw new SomeFailed(`${failed} of ${lines.length} people were not invited`, exitCodes.refused);
}
