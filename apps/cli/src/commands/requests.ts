import { everyPage } from '@tradepost/contracts/every-page';
import type { RequestView, TransferItem } from '@tradepost/contracts/requests';
import { requestStatuses, transferStatuses } from '@tradepost/contracts/requests';
import { routes } from '@tradepost/contracts/routes';
import { Option, type Command } from 'commander';
import { Context } from '../context';
import { sizeText, timeText } from '../output';

type Listed<T> = T & { [key: string]: unknown };

const inOneCall = 200;

export function addRequests(program: Command, signal: AbortSignal): void {
  program
    .command('requests')
    .description('Requests for files: those you got, or as a receiver those you made.')
    .addOption(new Option('--status <status>', 'only these').choices([...requestStatuses]))
    .action(async ({ status }: { status?: RequestView['status'] }, command: Command) => {
      const context = new Context(command, signal);
      const route = (await context.isReceiver()) ? routes.myRequests : routes.companyRequests;
      const all = await everyPage(async (page) => {
        const answer = await context.client.send(route, { page, pageSize: inOneCall, ...(status && { status }) });
        return 'items' in answer ? answer : { items: answer, total: answer.length };
      });
      context.out.list(all as Listed<RequestView>[], [
        ['ID', ({ id }) => id],
        ['STATUS', (request) => (request.waitsForKey ? `${request.status}, waits for a key` : request.status)],
        ['MADE', ({ createdAt }) => timeText(createdAt)],
        ['WITH', ({ companyName, receiverEmail }) => companyName || receiverEmail],
        ['SEALED', ({ mode }) => (mode === 'managed' ? 'no' : mode === 'mixed' ? 'partly' : 'yes')],
        ['FILES', ({ fileNames }) => namesIn(fileNames, fileNames.length)],
      ]);
    });

  program
    .command('request')
    .description('Ask for files that were delivered to you.')
    .argument('<files...>', 'ids, as tradepost received lists them')
    .option('--note <text>', 'to the sender')
    .option('--use <text>', 'what you want them for; kept with the transfer')
    .action(async (files: string[], { note, use }: { note?: string; use?: string }, command: Command) => {
      const context = new Context(command, signal);
      const { requests, alreadyPending } = await context.client.send(routes.createRequest, {
        files: files.map((id) => ({ id })),
        ...(note && { note }),
        ...(use && { intendedUse: use }),
      });
      context.out.value(
        { requests, alreadyPending },
        [
          ...requests.map(({ id, companyName }) => `${id}  ${companyName}`),
          ...(alreadyPending.length > 0 ? [`${alreadyPending.length} were asked for already`] : []),
        ].join('; '),
      );
    });

  program
    .command('reject')
    .description('Say no to requests.')
    .argument('<requests...>', 'ids')
    .option('--reason <text>', 'to the receiver')
    .action(async (ids: string[], { reason }: { reason?: string }, command: Command) => {
      const { client, out } = new Context(command, signal);
      for (const id of ids) {
        const { request } = await client.send(routes.rejectRequest, { id, ...(reason && { reason }) });
        out.value(request, `Rejected ${id}`);
      }
    });

  program
    .command('transfers')
    .description('Transfers: those you gave, or as a receiver those you were given.')
    .addOption(new Option('--status <status>', 'only these').choices([...transferStatuses]))
    .action(async ({ status }: { status?: TransferItem['status'] }, command: Command) => {
      const context = new Context(command, signal);
      const route = (await context.isReceiver()) ? routes.myTransfers : routes.transfers;
      const all = await everyPage((page) =>
        context.client.send(route, { page, pageSize: inOneCall, ...(status && { status }) }),
      );
      context.out.list(all, [
        ['ID', ({ id }) => id],
        ['STATUS', (transfer) => transfer.status],
        ['UNTIL', ({ expiry }) => timeText(expiry)],
        ['WITH', ({ companyName, receiverEmail }) => companyName || receiverEmail],
        ['SIZE', ({ size }) => sizeText(size)],
        ['SEALED', ({ mode }) => (mode === 'managed' ? 'no' : mode === 'mixed' ? 'partly' : 'yes')],
        ['FILES', ({ fileNames, files }) => namesIn(fileNames, files)],
      ]);
    });

  program
    .command('received')
    .description('Files that were delivered to you, and that you may ask for.')
    .action(async (_options: object, command: Command) => {
      const { client, out } = new Context(command, signal);
      const files = [];
      for (const { folderId, folderName, inviterCompany } of await client.send(routes.received, {})) {
        const all = await everyPage((page) =>
          client.send(routes.receivedFiles, { folderId, page, pageSize: inOneCall }),
        );
        files.push(...all.map((file) => ({ ...file, folderId, folderName, inviterCompany })));
      }
      out.list(files, [
        ['ID', ({ fileId }) => fileId],
        ['SIZE', ({ fileSize }) => sizeText(fileSize)],
        ['SEALED', ({ mode }) => (mode === 'e2e' ? 'yes' : 'no')],
        ['CHANGED', ({ updatedAt }) => timeText(updatedAt)],
        ['FROM', ({ inviterCompany }) => inviterCompany],
        ['NAME', ({ folderName, fileName }) => `${folderName}/${fileName}`],
      ]);
    });
}

const namesIn = (names: readonly string[], files: number): string =>
  `${names.slice(0, 3).join(', ')}${files > 3 ? ` and ${files - 3} more` : ''}`;
