import { routes } from '@tradepost/contracts/routes';
import { readAllPages } from '@tradepost/contracts/values/read-all-pages';
import type { Command } from 'commander';
import { Context } from '../../context';
import { UsageError } from '../../exit';
import { sizeText, timeText } from '../../output';
import { filesNamed, inGroups } from './folder-named';

/** Deleting files, and the bin that they stay in for a time. */
export function addBin(program: Command, signal: AbortSignal): void {
  program
    .command('delete')
    .description('Move files of a folder to the bin.')
    .argument('<folder>', 'name or id')
    .argument('<files...>', 'names or ids')
    .action(async (folder: string, files: string[], _options: object, command: Command) => {
      const { client, out } = new Context(command, signal);
      const chosen = await filesNamed(client, folder, files);
      for (const fileIds of inGroups(chosen.map(({ id }) => id))) await client.send(routes.deleteFiles, { fileIds });
      for (const { id, name } of chosen) out.value({ id, name, deleted: true }, `Deleted ${name}`);
    });

  const bin = program.command('bin').description('List deleted files, restore them or delete them permanently.');

  bin
    .command('list', { isDefault: true })
    .description('List deleted files.')
    .action(async (_options: object, command: Command) => {
      const { client, out } = new Context(command, signal);
      out.list(await readAllPages((page) => client.send(routes.bin, { page, pageSize: 200 })), [
        ['ID', ({ id }) => id],
        ['SIZE', ({ size }) => sizeText(size)],
        ['DELETED', ({ deletedAt }) => timeText(deletedAt)],
        ['DELETED ON', ({ purgeAt }) => timeText(purgeAt)],
        ['NAME', ({ folderName, name }) => `${folderName}/${name}`],
      ]);
    });

  bin
    .command('restore')
    .description('Restore deleted files into their folders.')
    .argument('<files...>', 'ids')
    .action(async (ids: string[], _options: object, command: Command) => {
      const { client, out } = new Context(command, signal);
      for (const fileIds of inGroups(ids)) {
        const { files } = await client.send(routes.restore, { fileIds });
        for (const { id, name } of files) out.value({ id, name }, `Restored ${name}`);
      }
    });

  bin
    .command('empty')
    .description('Delete files in the bin permanently.')
    .argument('[files...]', 'ids; without any, name --all')
    .option('--all', 'everything in the bin')
    .action(async (ids: string[], { all = false }: { all?: boolean }, command: Command) => {
      const { client, out } = new Context(command, signal);
      if (all === ids.length > 0) throw new UsageError('Name files, or --all for everything in the bin');
      for (const fileIds of all ? [undefined] : inGroups(ids))
        await client.send(routes.emptyBin, { ...(fileIds && { fileIds }) });
      out.value({ emptied: all ? 'all' : ids }, all ? 'Emptied the bin' : `Deleted ${ids.length} permanently`);
    });
}
