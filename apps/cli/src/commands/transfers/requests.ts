import { readAllPages } from '@tradepost/contracts/values/read-all-pages';
import type { RequestView, TransferItem } from '@tradepost/contracts/requests';
import { fileCountOf, requestStatuses, transferStatuses } from '@tradepost/contracts/requests';
import { routes } from '@tradepost/contracts/routes';
import { Option, type Command } from 'commander';
import { requestFiles, signPending } from '@tradepost/client/requests/requesting';
import { Context } from '../../context';
import { LocalError, UsageError } from '../../exit';
import { personNamed } from './assign';
import { sizeText, textsOf, timeText } from '../../output';

type Listed<T> = T & { [key: string]: unknown };

const pageSize = 200;

export function addRequests(program: Command, signal: AbortSignal): void {
  program
    .command('requests')
    .description('List requests: as a sender those you received, as a receiver those you sent.')
    .addOption(
      new Option('--status <status>', 'only requests or transfers with this status').choices([...requestStatuses]),
    )
    .option(
      '--assignee <person>',
      'only those that are assigned to this person of your company: e-mail address, id, “me” or “none”',
    )
    .action(async ({ status, assignee }: { status?: RequestView['status']; assignee?: string }, command: Command) => {
      const context = new Context(command, signal);
      const isReceiver = await context.isReceiver();
      if (isReceiver && assignee !== undefined) throw new UsageError('Your own requests are assigned by their sender');
      const route = isReceiver ? routes.myRequests : routes.companyRequests;
      const isName = assignee !== undefined && assignee !== 'none' && assignee !== 'me';
      const person = isName ? await personNamed(context.client, assignee) : assignee;
      const all = await listed(context, route, { ...(status && { status }), ...(person && { assignee: person }) });
      context.out.list(all as Listed<RequestView>[], [
        ['ID', ({ id }) => id],
        ['STATUS', (request) => `${request.status}${waiting(request)}`],
        ['CREATED', ({ createdAt }) => timeText(createdAt)],
        ['WITH', ({ companyName, receiverEmail }) => companyName || receiverEmail],
        ['E2E', ({ mode }) => (mode === 'managed' ? 'no' : mode === 'mixed' ? 'partly' : 'yes')],
        ['ASSIGNED TO', ({ assignee }) => assignee?.email ?? ''],
        ['FILES', (request) => namesIn(request.fileNames, fileCountOf(request))],
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
      const { requests, alreadyPending } = await requestFiles(context.client, () => context.keyringIfAny(), {
        fileIds: files,
        ...(note && { note }),
        ...(use && { intendedUse: use }),
      });
      context.out.value(
        { requests, alreadyPending },
        [
          ...requests.map((request) => `${request.id}  ${request.companyName}${waiting(request)}`),
          ...(alreadyPending.length > 0 ? [`${alreadyPending.length} already requested`] : []),
        ].join('; '),
      );
    });

  program
    .command('sign')
    .summary('sign requests that wait for your signature')
    .description(
      'Sign your pending requests that show “waiting for the receiver’s signature”. A sender can grant end-to-end encrypted files only for a request that you have signed. Shows what you sign. Needs your password, recovery key or sealing key.',
    )
    .argument('<requests...>', 'ids of requests, see tradepost requests')
    .action(async (ids: string[], _options: object, command: Command) => {
      const context = new Context(command, signal);
      const mine = await listed(context, routes.myRequests, { status: 'pending' });
      for (const id of ids) {
        const found = mine.find((request) => request.id === id);
        if (!found) throw new LocalError(`${id} is not a pending request of yours`);
        const shown = await whole(context, found);
        const { companyName, fileNames, intendedUse, note } = shown;
        context.out.note(`To ${companyName}: ${fileNames.join(', ')}${textsOf({ intendedUse, note })}`);
        const signed = await signPending(context.client, () => context.keyring(), shown);
        context.out.value(
          signed ?? shown,
          signed
            ? `Signed ${id}`
            : `${id} cannot be signed yet: ${companyName} has no encryption keys, or no file is encrypted`,
        );
      }
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
    .command('withdraw')
    .description('Withdraw your pending requests.')
    .argument('<requests...>', 'ids of requests')
    .action(async (ids: string[], _options: object, command: Command) => {
      const { client, out } = new Context(command, signal);
      for (const id of ids) {
        await client.send(routes.withdrawRequest, { id });
        out.value({ id, withdrawn: true }, `Withdrew ${id}`);
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
      const folders = await readAllPages((page) => client.send(routes.receivedFolders, { page, pageSize }));
      for (const { folderId, folderName, inviterCompany } of folders) {
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

const listed = (
  { client }: Context,
  route: typeof routes.myRequests | typeof routes.companyRequests,
  filters: { status?: RequestView['status']; assignee?: string },
): Promise<RequestView[]> =>
  readAllPages(async (page) => {
    const answer = await client.send(route, { page, pageSize, ...filters });
    return 'items' in answer ? answer : { items: answer, total: answer.length };
  });

/** With the files that a list leaves out. */
const whole = async ({ client }: Context, request: RequestView): Promise<RequestView> =>
  request.omittedFiles ? (await client.send(routes.requestDetails, { id: request.id })).request : request;

function waiting({ waitsForKey, waitsForSignature, approvals, status }: RequestView): string {
  if (waitsForKey) return ', waiting for the receiver’s key';
  if (waitsForSignature) return ', waiting for the receiver’s signature';
  return approvals && status === 'pending' ? `, ${approvals.given.length} of ${approvals.needed} approvals` : '';
}

const namesIn = (names: readonly string[], files: number): string =>
  `${names.slice(0, 3).join(', ')}${files > 3 ? ` and ${files - 3} more` : ''}`;
