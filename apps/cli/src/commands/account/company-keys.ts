import { confirmCompany, shownCompany } from '@tradepost/client/company/company-keyring';
import { createOwnKey, openOwnKey } from '@tradepost/client/company/person-key';
import { releaseProof } from '@tradepost/client/keys/passwords';
import { fetchPasswordKeys } from '@tradepost/client/keys/sign-in';
import { fingerprint } from '@tradepost/sealing/keys/bundle';
import type { Command } from 'commander';
import { Context } from '../../context';
import { deviceOf } from '../../device';
import { UsageError } from '../../exit';
import { requireFingerprint } from '../partners/contacts';

/** What a member needs, to work with the end-to-end encrypted files of a company. */
export function addCompanyKeys(keys: Command, signal: AbortSignal): void {
  keys
    .command('person')
    .description(
      'Show the fingerprint of your key as a member, which the owner of a company compares before you get access to its end-to-end encrypted files. Creates the key the first time.',
    )
    .option('--new', 'replace it, if a password reset has locked it; companies must give you access again')
    .action(async ({ new: replaces }: { new?: boolean }, command: Command) => {
      const context = new Context(command, signal);
      const { client, out } = context;
      if (context.hasKey) throw new UsageError('Sign in to use your own key; an API key has none');
      const { id, email } = await context.person();
      const password = await fetchPasswordKeys(client, {
        email,
        password: await context.password(`Password for ${email}`),
      });
      const opened = replaces ? null : await openOwnKey(client, { id, email }, password);
      if (opened) await releaseProof({ send: (route, input) => client.send(route, input) }, password);
      const mark = fingerprint(opened ?? (await createOwnKey(client, { id, email }, password)));
      out.value({ email, fingerprint: mark }, mark);
    });

  keys
    .command('company')
    .description('Show the fingerprint of the company that you act for as a member, to compare with its owner.')
    .option('--confirm <fingerprint>', 'accept changed keys of the company, after the owner has read you these digits')
    .action(async ({ confirm }: { confirm?: string }, command: Command) => {
      const context = new Context(command, signal);
      const company = await shownCompany(context.client, await context.member());
      const mark = fingerprint(company);
      if (confirm !== undefined) {
        requireFingerprint(confirm, company, company.address);
        await confirmCompany(deviceOf(await context.account()), company);
      }
      context.out.value({ email: company.address, fingerprint: mark }, mark);
    });
}
