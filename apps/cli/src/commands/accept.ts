import { ApiError } from '@tradepost/client/api-error';
import { grantsFor } from '@tradepost/client/sealed-transfers';
import { routes } from '@tradepost/contracts/routes';
import type { Command } from 'commander';
import { ask } from '../ask';
import { Context } from '../context';
import { timeText } from '../output';
import { momentOf } from '../times';

interface Options {
  expires: string;
  files?: string[];
  maxDownloads?: string;
  code?: string;
  sendCode?: boolean;
}

export function addAccept(program: Command, signal: AbortSignal): void {
  program
    .command('accept')
    .summary('give the receiver the files it asked for')
    .description(
      'Accept a request. A code is mailed to you and asked for, on the terminal or from a pipe. Sealed files are given to the receiver’s key on this machine, so your password or recovery key is needed. An API key that was allowed to needs no code.',
    )
    .argument('<request>', 'id')
    .option('--expires <time>', 'how long the receiver may download: 7d, 12h, or a date', '7d')
    .option('--files <ids...>', 'a part of what was asked for')
    .option('--max-downloads <n>', 'how often each file may be downloaded')
    .option('--send-code', 'only mail the code')
    .option('--code <code>', 'a code that was mailed in the last ten minutes')
    .addHelpText(
      'after',
      '\nExamples:\n  tradepost accept 0198f2c0-… --expires 30d\n  tradepost accept 0198f2c0-… --send-code; tradepost accept 0198f2c0-… --code 123456',
    )
    .action(async (requestId: string, options: Options, command: Command) =>
      accept(new Context(command, signal), requestId, options),
    );
}

async function accept(
  context: Context,
  requestId: string,
  { expires, files, maxDownloads, code, sendCode }: Options,
): Promise<void> {
  const { client, out } = context;
  const expiry = momentOf(expires);
  if (sendCode) {
    await client.send(routes.createAcceptCode, { requestId });
    return out.value({ requestId, codeSent: true }, 'The code is on its way to you');
  }
  const grants = () =>
    grantsFor(client, () => context.keyring(), { id: requestId }, { expiry, ...(files && { fileIds: files }) });
  const confirm = async () =>
    client.send(routes.confirmRequest, {
      requestId,
      expiry,
      ...(await grants()),
      ...(files && { fileIds: files }),
      ...(maxDownloads && { maxDownloads: Number(maxDownloads) }),
    });
  if (code) await client.send(routes.verifyAcceptCode, { id: requestId, code });
  const { request, transfer } = await confirm().catch(async (error: unknown) => {
    if (code || !(error instanceof ApiError && error.code === 'NOT_VERIFIED')) throw error;
    await prove(context, requestId);
    return confirm();
  });
  out.value(
    { requestId, transferId: transfer.id, url: transfer.url, expiry: transfer.expiry, mode: request.mode },
    `Accepted: transfer ${transfer.id}, until ${timeText(transfer.expiry)} UTC`,
  );
}

async function prove({ client, out, signal }: Context, requestId: string): Promise<void> {
  await client.send(routes.createAcceptCode, { requestId });
  out.note('A code was mailed to you.');
  const code = await ask('Code', { secret: false, instead: 'type it, or: tradepost accept … --code', signal });
  await client.send(routes.verifyAcceptCode, { id: requestId, code: code.trim() });
}
