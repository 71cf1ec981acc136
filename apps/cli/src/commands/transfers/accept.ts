import { ApiError } from '@tradepost/client/api/api-error';
import { grantsFor } from '@tradepost/client/transfers/granting';
import { routes } from '@tradepost/contracts/routes';
import type { Command } from 'commander';
import { ask } from '../../ask';
import { Context } from '../../context';
import { textsOf, timeText } from '../../output';
import { momentOf } from '../../times';

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
    .summary('accept a request')
    .description(
      'Accept a request: the receiver gets access to the files. A step-up code is mailed to you; enter it on the terminal or pipe it in. If files are end-to-end encrypted, access is granted on this machine, which needs your password, recovery key or sealing key. An API key that is authorised to accept without a code needs none.',
    )
    .argument('<request>', 'id')
    .option('--expires <time>', 'end of the transfer: 7d, 12h, or a date', '7d')
    .option('--files <ids...>', 'ids of the files to accept (default: all)')
    .option('--max-downloads <n>', 'download limit for each file (default: none)')
    .option('--send-code', 'only mail a step-up code')
    .option('--code <code>', 'the mailed step-up code (five digits, valid for ten minutes)')
    .addHelpText(
      'after',
      '\nExamples:\n  tradepost accept 0198f2c0-… --expires 30d\n  tradepost accept 0198f2c0-… --send-code; tradepost accept 0198f2c0-… --code 12345',
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
    await client.send(routes.createStepUpCode, { requestId });
    return out.value({ requestId, codeSent: true }, 'A step-up code was mailed to you');
  }
  const grants = () =>
    grantsFor(
      client,
      () => context.keyring(),
      { id: requestId },
      {
        expiry,
        ...(files && { fileIds: files }),
        onRequest: ({ receiverEmail, fileNames, time, ...texts }) =>
          out.note(`${receiverEmail} signed on ${timeText(time)} UTC: ${fileNames.join(', ')}${textsOf(texts)}`),
      },
    );
  const confirm = async () =>
    client.send(routes.confirmRequest, {
      requestId,
      expiry,
      ...(await grants()),
      ...(files && { fileIds: files }),
      ...(maxDownloads && { maxDownloads: Number(maxDownloads) }),
    });
  if (code) await client.send(routes.verifyStepUpCode, { id: requestId, code });
  const { request, transfer } = await confirm().catch(async (error: unknown) => {
    if (code || !(error instanceof ApiError && error.code === 'NOT_VERIFIED')) throw error;
    await verifyStepUp(context, requestId);
    return confirm();
  });
  out.value(
    { requestId, transferId: transfer.id, url: transfer.url, expiry: transfer.expiry, mode: request.mode },
    `Accepted: transfer ${transfer.id}, until ${timeText(transfer.expiry)} UTC`,
  );
}

async function verifyStepUp({ client, out, signal }: Context, requestId: string): Promise<void> {
  await client.send(routes.createStepUpCode, { requestId });
  out.note('A step-up code was mailed to you.');
  const code = await ask('Step-up code', { secret: false, instead: 'type it, or use --code', signal });
  await client.send(routes.verifyStepUpCode, { id: requestId, code: code.trim() });
}
