import { readAllPages } from '@tradepost/contracts/values/read-all-pages';
import type { RequestView, TransferItem } from '@tradepost/contracts/requests';
import { requestStatuses, transferStatuses } from '@tradepost/contracts/requests';
import { routes } from '@tradepost/contracts/routes';
import { Option, type Command } from 'commander';
import { Context } from '../context';
import { sizeText, timeText } from '../output';

type Listed<T> = T & { [key: string]: unknown };

const pageSize = 200;

export function addRequests(program: Command, signal: AbortSignal): void {
  program
    .command('requests')
    .description('List requests: as a sender those you received, as a receiver those you sent.')
    .addOption(
      new Option('--status <status>', 'only requests or transfers with this status').choices([...requestStatuses]),
    )
    .action(async ({ status }: { status?: RequestView['status'] }, command: Command) => {
      const context = new Context(command, signal);
      const route = (await context.isReceiver()) ? routes.myRequests : routes.companyRequests;
      const all = await readAllPages(async (page) => {
        const answer = await context.client.send(route, { page, pageSize, ...(status && { status }) });
        return 'items' in answer ? answer : { items: answer, total: answer.length };
      });
      context.out.list(all as Listed<RequestView>[], [
        ['ID', ({ id }) => id],
        [
          'STATUS',
          (request) => (request.waitsForKey ? `${request.status}, waiting for the receiver’s key` : request.status),
        ],
        ['CREATED', ({ createdAt }) => timeText(createdAt)],
        ['WITH', ({ companyName, receiverEmail }) => companyName || receiverEmail],
        ['E2E', ({ mode }) => (mode === 'managed' ? 'no' : mode === 'mixed' ? 'partly' : 'yes')],
        ['FILES', ({ fileNames }) => namesIn(fileNames, fileNames.length)],
      ]);
    });

  program
    .command('request')
    .description('Request files that were delivered to you.')
    .argument('<files...>', 'ids of files, see tradepost received')
    .option('--note <text>', 'message to the sender')
    .option('--use <text>', 'intended use; recorded with the transfer')
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
          ...(alreadyPending.length > 0 ? [`${alreadyPending.length} already requested`] : []),
        ].join('; '),
      );
    });

  program
    .command('reject')
    .description('Reject requests.')
    .argument('<requests...>', 'ids of requests')
    .option('--reason <text>', 'message to the receiver')
    .action(async (ids: string[], { reason }: { reason?: string }, command: Command) => {
      const { client, out } = new Context(command, signal);
      for (const id of ids) {
        const { request } = await client.send(routes.rejectRequest, { id, ...(reason && { reason }) });
        out.value(request, `Rejected ${id}`);
      }
    });

  program
    .command('transfers')
    .description('List transfers: as a sender those you sent, as a receiver those you received.')
    .addOption(
      new Option('--status <status>', 'only requests or transfers with this status').choices([...transferStatuses]),
    )
    .action(async ({ status }: { status?: TransferItem['status'] }, command: Command) => {
      const context = new Context(command, signal);
      const route = (await context.isReceiver()) ? routes.myTransfers : routes.transfers;
      const all = await readAllPages((page) =>
        context.client.send(route, { page, pageSize, ...(status && { status }) }),
      );
      context.out.list(all, [
        ['ID', ({ id }) => id],
        ['STATUS', (transfer) => transfer.status],
        ['UNTIL', ({ expiry }) => timeText(expiry)],
        ['WITH', ({ companyName, receiverEmail }) => companyName || receiverEmail],
        ['SIZE', ({ size }) => sizeText(size)],
        ['E2E', ({ mode }) => (mode === 'managed' ? 'no' : mode === 'mixed' ? 'partly' : 'yes')],
        ['FILES', ({ fileNames, files }) => namesIn(fileNames, files)],
      ]);
    });

  program
    .command('received')
    .description('List files that were delivered to you; you can request them.')
    .action(async (_options: object, command: Command) => {
      const { client, out } = new Context(command, signal);
      const files = [];
      for (const { folderId, folderName, inviterCompany } of await client.send(routes.received, {})) {
        const all = await readAllPages((page) => client.send(routes.receivedFiles, { folderId, page, pageSize }));
        files.push(...all.map((file) => ({ ...file, folderId, folderName, inviterCompany })));
      }
      out.list(files, [
        ['ID', ({ fileId }) => fileId],
        ['SIZE', ({ fileSize }) => sizeText(fileSize)],
        ['E2E', ({ mode }) => (mode === 'e2e' ? 'yes' : 'no')],
        ['CHANGED', ({ updatedAt }) => timeText(updatedAt)],
        ['FROM', ({ inviterCompany }) => inviterCompany],
        ['NAME', ({ folderName, fileName }) => `${folderName}/${fileName}`],
      ]);
    });
}

const namesIn = (names: readonly string[], files: number): string =>
  `${names.slice(0, 3).join(', ')}${files > 3 ? ` and ${files - 3} more` : ''}`;
