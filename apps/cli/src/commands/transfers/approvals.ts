import type { RequestComment } from '@tradepost/contracts/requests';
import { routes } from '@tradepost/contracts/routes';
import type { Command } from 'commander';
import { Context } from '../../context';
import { timeText } from '../../output';

/** What people of a company say about a request before it is accepted. */
export function addApprovals(program: Command, signal: AbortSignal): void {
  program
    .command('approve')
    .description('Approve requests, so that another person of your company can accept them.')
    .argument('<requests...>', 'ids of requests')
    .option('--withdraw', 'withdraw your approval')
    .action(async (ids: string[], { withdraw }: { withdraw?: true }, command: Command) => {
      const { client, out } = new Context(command, signal);
      for (const id of ids) {
        const { approvals } = await client.send(withdraw ? routes.withdrawApproval : routes.approveRequest, { id });
        const counted = `${approvals.given.length} of ${approvals.needed}`;
        out.value({ id, approvals }, `${withdraw ? 'Withdrew the approval of' : 'Approved'} ${id} (${counted})`);
      }
    });

  program
    .command('comments')
    .description('List the comments on a request.')
    .argument('<request>', 'id of the request')
    .action(async (id: string, _options: object, command: Command) => {
      const { client, out } = new Context(command, signal);
      const comments: RequestComment[] = [];
      let before: string | undefined;
      do {
        const page = await client.send(routes.comments, { id, ...(before && { before }) });
        comments.unshift(...page.comments);
        // the pages of a server that does not advance never end
        before = page.next !== null && (!before || page.next < before) ? page.next : undefined;
      } while (before);
      out.list(comments, [
        ['AT', ({ at }) => timeText(at)],
        ['BY', ({ email }) => email ?? 'a deleted account'],
        ['INTERNAL', ({ internal }) => (internal ? 'yes' : 'no')],
        ['TEXT', ({ text }) => text],
      ]);
    });

  program
    .command('comment')
    .description('Comment on a request. Both sides see it. Comments are not end-to-end encrypted.')
    .argument('<request>', 'id of the request')
    .argument('<text>', 'what you want to say')
    .option('--internal', 'only for people of your company, if the request was sent to it')
    .action(async (id: string, text: string, { internal = false }: { internal?: boolean }, command: Command) => {
      const { client, out } = new Context(command, signal);
      const { comment } = await client.send(routes.comment, { id, text, internal });
      out.value(comment, `Commented on ${id}`);
    });
}
