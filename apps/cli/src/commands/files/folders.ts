import { routes } from '@tradepost/contracts/routes';
import { createFolder } from '@tradepost/client/folders/new-folder';
import { recordDelivery, recordFolderEnd } from '@tradepost/client/ledger/deliveries';
import type { Command } from 'commander';
import { Context } from '../../context';
import { endEvenIfRefused } from '../../end-access';
import { sizeText, timeText } from '../../output';
import { momentOf } from '../../times';
import { filesOf, folderNamed } from './folder-named';

export function addFolders(program: Command, signal: AbortSignal): void {
  const folders = program.command('folders').description('List or create folders.');

  folders
    .command('list', { isDefault: true })
    .description('List your folders.')
    .action(async (_options: object, command: Command) => {
      const { client, out } = new Context(command, signal);
      const all = (await client.send(routes.folders, {})).map(({ id, name, count, emails, access, updatedAt }) => ({
        id,
        name,
        count,
        emails,
        access,
        updatedAt,
      }));
      out.list(all, [
        ['ID', ({ id }) => id],
        ['FILES', ({ count }) => count],
        ['CHANGED', ({ updatedAt }) => timeText(updatedAt)],
        ['DELIVERED TO', ({ emails }) => emails.length],
        ['NAME', ({ name }) => name],
      ]);
    });

  folders
    .command('create')
    .description('Create a folder.')
    .argument('<name>')
    .action(async (name: string, _options: object, command: Command) => {
      const { client, out } = new Context(command, signal);
      const { id, name: called } = await createFolder(client, name);
      out.value({ id, name: called }, id);
    });

  folders
    .command('rename')
    .description('Rename a folder.')
    .argument('<folder>', 'name or id')
    .argument('<name>', 'the new name')
    .action(async (folder: string, newName: string, _options: object, command: Command) => {
      const { client, out } = new Context(command, signal);
      const { name } = await folderNamed(client, folder);
      const { id, name: called } = await client.send(routes.renameFolder, { name, newName });
      out.value({ id, name: called }, `Renamed ${name} to ${called}`);
    });

  folders
    .command('delete')
    .description('Move a folder with its files to the bin. All partners lose access to it.')
    .argument('<folder>', 'name or id')
    .action(async (folder: string, _options: object, command: Command) => {
      const context = new Context(command, signal);
      const { client, out } = context;
      const { id, name } = await folderNamed(client, folder);
      await endEvenIfRefused(out, async () => {
        const keyring = await context.keyringToRecord();
        if (keyring) await recordFolderEnd(keyring.contacts.ledger, id);
      });
      await client.send(routes.deleteFolder, { name: id });
      out.value({ id, name, deleted: true }, `Deleted ${name}`);
    });

  program
    .command('files')
    .description('List the files of a folder.')
    .argument('<folder>', 'name or id')
    .action(async (name: string, _options: object, command: Command) => {
      const { client, out } = new Context(command, signal);
      const { id: folderId } = await folderNamed(client, name);
      out.list(await filesOf(client, folderId), [
        ['ID', ({ id }) => id],
        ['SIZE', ({ size }) => sizeText(size)],
        ['E2E', ({ mode }) => (mode === 'e2e' ? 'yes' : 'no')],
        ['CHANGED', ({ updatedAt }) => timeText(updatedAt)],
        ['NAME', (file) => file.name],
      ]);
    });

  program
    .command('deliver')
    .description('Deliver a folder to partners: they get a mail, see its files and can request them.')
    .argument('<folder>', 'name or id')
    .argument('<emails...>', 'e-mail addresses of invited partners')
    .option('--until <time>', 'end of their access: 30d, 12h, or a date (default: never)')
    .addHelpText('after', '\nExample:\n  tradepost deliver Prices bob@example.org --until 30d')
    .action(async (name: string, email: string[], { until }: { until?: string }, command: Command) => {
      const context = new Context(command, signal);
      const { client, out } = context;
      const end = until && momentOf(until);
      const { id } = await folderNamed(client, name);
      const isSealed = (await filesOf(client, id)).some(({ mode }) => mode === 'e2e');
      // a folder that has no sealed file yet may get some, which programs grant only if the delivery is recorded: that is not worth a prompt
      const keyring = isSealed || !context.mustAsk ? await context.keyringToRecord() : null;
      if (keyring) await recordDelivery(keyring.contacts.ledger, { folderId: id, added: email });
      const { emails, access } = await client.send(routes.deliver, { id, email, ...(end && { until: end }) });
      out.value({ folderId: id, emails, access }, `Delivered to ${email.join(', ')}`);
    });

  program
    .command('end-access')
    .description('Remove the access of partners to a folder. Accepted transfers stay.')
    .argument('<folder>', 'name or id')
    .argument('<emails...>', 'e-mail addresses')
    .action(async (name: string, removed: string[], _options: object, command: Command) => {
      const context = new Context(command, signal);
      const { client, out } = context;
      const { id } = await folderNamed(client, name);
      await endEvenIfRefused(out, async () => {
        const keyring = await context.keyringToRecord();
        if (keyring) await recordDelivery(keyring.contacts.ledger, { folderId: id, removed });
      });
      for (const email of removed) {
        await client.send(routes.removeAccess, { id, email });
        out.value({ folderId: id, email, removed: true }, `Removed the access of ${email}`);
      }
    });

  program
    .command('log')
    .description('Show the log of your account, newest first.')
    .option('--limit <n>', 'number of entries, 1 to 200', '50')
    .action(async ({ limit }: { limit: string }, command: Command) => {
      const { client, out } = new Context(command, signal);
      const answer = await client.send(routes.logs, { page: 1, pageSize: Number(limit) });
      out.list('items' in answer ? answer.items : answer, [
        ['TIME', (entry) => timeText(entry.created_at)],
        ['EVENT', ({ message }) => message],
      ]);
    });
}
