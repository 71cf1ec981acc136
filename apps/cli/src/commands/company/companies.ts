import { isOwner } from '@tradepost/contracts/roles';
import { routes } from '@tradepost/contracts/routes';
import type { Command } from 'commander';
import { Context } from '../../context';
import { UsageError } from '../../exit';
import { saveSession, sessionPerson } from '../../session';

/** Names the account of the person, which may have no company. */
const own = 'own';

/** The companies that the signed-in person can act for. */
export function addCompanies(program: Command, signal: AbortSignal): void {
  program
    .command('companies')
    .description('List the companies that you can act for, or switch to one. All other commands then act for it.')
    .option('--company <company>', `name or id of the company to switch to; "${own}" for your own account`)
    .addHelpText('after', '\nExamples:\n  tradepost companies\n  tradepost companies --company "Ann Trading"')
    .action(async ({ company }: { company?: string }, command: Command) => {
      const context = new Context(command, signal);
      if (company !== undefined) return switchTo(context, company);
      context.out.list(await context.client.send(routes.companies, {}), [
        ['', ({ current }) => (current ? '*' : '')],
        ['ID', ({ companyId }) => companyId ?? own],
        ['COMPANY', ({ companyName }) => companyName ?? ''],
        ['ROLES', ({ roles }) => roles.join(', ')],
      ]);
    });
}

/** Replaces the saved session. @throws UsageError */
async function switchTo({ client, out, hasKey }: Context, given: string): Promise<void> {
  if (hasKey) throw new UsageError('An API key acts for the company that created it');
  const companies = await client.send(routes.companies, {});
  const isOwn = ({ roles }: (typeof companies)[number]) => roles.includes('owner');
  const named = companies.filter((one) =>
    given === own ? isOwn(one) : one.companyId === given || one.companyName === given,
  );
  const [found, other] = named;
  if (!found) throw new UsageError(`You cannot act for ${given}. List your companies: tradepost companies`);
  if (other) throw new UsageError(`Several companies have the name ${given}. Use an id: tradepost companies`);
  const { token, user } = await client.send(routes.switchCompany, { companyId: isOwn(found) ? null : found.companyId });
  const isMember = given !== own && !isOwner(user);
  saveSession({ origin: client.origin, token, user: sessionPerson(user, isMember) });
  const { companyId, companyName, roles } = user;
  out.value({ companyId, companyName, roles }, `You now act for ${companyName ?? 'yourself'} (${roles.join(', ')})`);
}
