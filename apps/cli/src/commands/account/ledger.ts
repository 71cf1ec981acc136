import { fetchPasswordKeys } from '@tradepost/client/keys/sign-in';
import { removeUnreadableEntries } from '@tradepost/client/ledger/repair';
import { reviewLedger, type LedgerReview } from '@tradepost/client/ledger/restore';
import { routes } from '@tradepost/contracts/routes';
import { addressKey } from '@tradepost/contracts/values/address';
import type { Command } from 'commander';
import { Context } from '../../context';
import { UsageError } from '../../exit';
import { timeText } from '../../output';
import { markOf } from '../partners/contacts';

interface Options {
  accept?: boolean;
  without?: string[];
}

interface RepairOptions {
  remove?: number;
  unknownType?: boolean;
}

export function addLedger(program: Command, signal: AbortSignal): void {
  const ledger = program
    .command('ledger')
    .description('Show your own record of contacts, deliveries and grants, which the server cannot change.');

  ledger
    .command('show', { isDefault: true })
    .description('Verify the record, and show its newest entry.')
    .action(async (_options: object, command: Command) => {
      const context = new Context(command, signal);
      const { end, pins, grants, revoked, members } = await (await context.keyring()).contacts.ledger.load();
      const counts = {
        contacts: pins.contacts.length,
        requests: grants.size,
        revoked: revoked.size,
        members: members.size,
      };
      context.out.value(
        { entries: end.seq, head: end.head, ...counts },
        `${end.seq} entries, the newest is ${end.head}: ${counts.contacts} contacts, ${counts.requests} accepted requests, ${counts.revoked} revoked, ${counts.members} members with the company’s keys`,
      );
    });

  ledger
    .command('restore')
    .description(
      'After a restore from backup: list what the server lost. With --accept, accept the server’s record and add the lost entries.',
    )
    .option('--accept', 'accept the restored record')
    .option('--without <emails...>', 'contacts to remove, because their key is wrong')
    .action(async (options: Options, command: Command) => restore(new Context(command, signal), options));

  ledger
    .command('repair')
    .description(
      'Say from which entry on no client can use the record of your company. With --remove, remove that entry and all after it.',
    )
    .option('--remove <entry>', 'the number of the entry, after you have removed the member who added it', Number)
    .option(
      '--unknown-type',
      'also an entry of a type that this version does not know, although a newer version may have written it',
    )
    .action(async (options: RepairOptions, command: Command) => repair(new Context(command, signal), options));
}

async function repair(context: Context, { remove, unknownType = false }: RepairOptions): Promise<void> {
  if (context.hasKey) throw new UsageError('Sign in to repair the record; an API key cannot');
  const keyring = await context.keyringAsStored();
  const found = await keyring.contacts.ledger.unreadable();
  if (!found) return context.out.note('All entries of the record can be used');
  const { seq, problem } = found.first;
  const about = { entry: seq, problem, entries: found.size - seq + 1 };
  if (remove === undefined) {
    const next = `remove the member who added it, then run: tradepost ledger repair --remove ${seq}`;
    return context.out.value(about, `Entry ${seq} of ${found.size} cannot be used (${problem}): ${next}`);
  }
  if (remove !== seq) throw new UsageError(`The first entry that cannot be used is ${seq}`);
  if (problem === 'UNSUPPORTED' && !unknownType)
    throw new UsageError('A newer version may have written this entry. Update first, or add --unknown-type');
  const { email } = await context.person();
  const password = await context.password(`Password for ${email}`);
  const keys = await fetchPasswordKeys(context.client, { email, password });
  const removed = await removeUnreadableEntries(context.client, keyring, { seq, problem }, keys);
  context.out.value({ removed }, `Entries removed: ${removed}. Now create new keys: tradepost keys rotate`);
}

async function restore(context: Context, { accept, without = [] }: Options): Promise<void> {
  if (context.hasKey) throw new UsageError('Sign in to accept a restored record; an API key cannot');
  const { out } = context;
  const { ledger, keyLog } = (await context.keyringAsStored()).contacts;
  const review = await reviewLedger(ledger, keyLog);
  if (!review) return out.note('The server’s record is not older than this machine’s');
  const forgotten = without.map(addressKey);
  const unknown = forgotten.find((address) => !review.contacts.some((pin) => pin.address === address));
  if (unknown) throw new UsageError(`${unknown} is not a contact that the server lost`);
  out.list(await rowsOf(context, review), [
    ['WHAT', ({ what }) => what],
    ['WHICH', ({ which }) => which],
    ['NOTE', ({ note }) => note],
  ]);
  if (!accept)
    return out.note(
      'Ask your administrator whether a backup was restored. If so, compare the fingerprints of the contacts, and run the command again with --accept',
    );
  await review.accept(({ address }) => !forgotten.includes(address));
  out.note(
    'The server’s record is accepted. Now revoke the API keys, folder access and transfers that must not work again',
  );
}

/** The differences, and items that may have come back. */
async function rowsOf({ client }: Context, { keyLog, contacts, revoked, removed, lost }: LedgerReview) {
  const apiKeys = await client.send(routes.apiKeys, {});
  return [
    { what: 'entries', which: String(lost.length), note: 'lost by the server' },
    ...(keyLog
      ? [{ what: 'key log', which: String(keyLog.now), note: `entries; this machine has seen ${keyLog.before}` }]
      : []),
    ...contacts.map((pin) => ({ what: 'contact', which: pin.address, note: markOf(pin) })),
    ...revoked.map((requestId) => ({ what: 'revoked request', which: requestId, note: 'its transfer may be open' })),
    ...removed.map(({ folderId, addresses }) => ({
      what: 'ended access',
      which: folderId,
      note: `${addresses.join(', ')} may have access again`,
    })),
    ...apiKeys
      .filter(({ revokedAt }) => revokedAt === null)
      .map(({ id, name, createdAt }) => ({
        what: 'API key',
        which: id,
        note: `${name}, created ${timeText(createdAt)}: revoke it if you had`,
      })),
  ];
}
