import { invitationsOf, type MemberLine } from '@tradepost/client/members/member-list';
import type { Tone } from '../../../ui/feedback/status-tag';
import { t } from '../../../i18n/t';
import { useInviteMembers } from '../api';
import { outcomeTexts } from '../outcomes';
import { useState } from 'react';

/** By address, as it is in the list. */
export type LineResults = ReadonlyMap<string, { tone: Tone; text: string }>;

/** Invites the people of the lines without a problem. A call that is refused does not stop the others. */
export function useInviteLines() {
  const invite = useInviteMembers();
  const [results, setResults] = useState<LineResults>();
  const [isPending, setPending] = useState(false);
  const start = async (lines: MemberLine[]) => {
    setPending(true);
    const found = new Map<string, { tone: Tone; text: string }>();
    for (const call of invitationsOf(lines)) {
      const answer = await invite.mutateAsync(call).catch((error: Error) => error);
      if (answer instanceof Error)
        for (const email of call.emails) found.set(email, { tone: 'red', text: answer.message });
      else
        for (const { email, status } of answer.invited)
          found.set(
            email,
            status === 'invited'
              ? { tone: 'green', text: t('Invited') }
              : { tone: status === 'invalid' ? 'red' : 'yellow', text: outcomeTexts[status] },
          );
    }
    setResults(found);
    setPending(false);
  };
  return { results, isPending, start: (lines: MemberLine[]) => void start(lines) };
}
