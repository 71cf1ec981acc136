import type { ApiClient } from '@tradepost/client/api/api-client';
import { routes } from '@tradepost/contracts/routes';
import { uuidPattern } from '@tradepost/contracts/values/fields';
import type { Command } from 'commander';
import { Context } from '../../context';
import { UsageError } from '../../exit';
import { memberNamed } from '../company/member-named';

/** Who of a company takes care of requests. */
export function addAssign(program: Command, signal: AbortSignal): void {
  program
    .command('assign')
    .description('Assign requests to a person of your company. Others can still answer them.')
    .argument('<requests...>', 'ids of requests')
    .option('--to <person>', 'e-mail address or id of a person of your company, or “me”')
    .option('--nobody', 'take the assignment away')
    .action(async (ids: string[], { to, nobody }: { to?: string; nobody?: true }, command: Command) => {
      if ((to === undefined) === (nobody === undefined)) throw new UsageError('Name either --to or --nobody');
      const { client, out } = new Context(command, signal);
      const assigneeId = to === undefined ? null : await personNamed(client, to);
      for (const id of ids) {
        const { assignee } =
          assigneeId === null
            ? await client.send(routes.unassignRequest, { id })
            : await client.send(routes.assignRequest, { id, assigneeId });
        out.value({ id, assignee }, `${id} is assigned to ${assignee?.email ?? 'nobody'}`);
      }
    });
}

/** API keys cannot list members: they name a person by the id. @returns the id @throws UsageError */
export async function personNamed(client: ApiClient, given: string): Promise<string> {
  if (uuidPattern.test(given)) return given;
  if (given === 'me') return (await client.send(routes.me, {})).user.id;
  return (await memberNamed(client, given)).id;
}
