import { recordMove } from '@tradepost/client/ledger/deliveries';
import { routes } from '@tradepost/contracts/routes';
import type { Command } from 'commander';
import { Context } from '../../context';
import { filesNamed, folderNamed, inGroups } from './folder-named';

export function addMove(program: Command, signal: AbortSignal): void {
  program
    .command('move')
    .description('Move files into another folder. Partners with access to that folder can request them.')
    .argument('<folder>', 'where they are: name or id')
    .argument('<target>', 'where they go: name or id')
    .argument('<files...>', 'names or ids')
    .action(async (folder: string, target: string, files: string[], _options: object, command: Command) => {
      const context = new Context(command, signal);
      const { client, out } = context;
      const { id: folderId, name: called } = await folderNamed(client, target);
      const chosen = await filesNamed(client, folder, files);
      const hasSealed = chosen.some(({ mode }) => mode === 'e2e');
      const keyring = hasSealed ? await context.keyring() : await context.keyringToRecord();
      // all of them: a server may say that a sealed file is none
      if (keyring) await recordMove(keyring.contacts.ledger, { folderId, fileIds: chosen.map(({ id }) => id) });
      for (const fileIds of inGroups(chosen.map(({ id }) => id)))
        await client.send(routes.moveFiles, { fileIds, folderId });
      for (const { id, name } of chosen) out.value({ id, name, folderId }, `Moved ${name} to ${called}`);
    });
}
