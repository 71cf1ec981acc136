import { ApiError } from '@tradepost/client/api/api-error';
import { grantsFor, type StatedRequest } from '@tradepost/client/transfers/granting';
import { stepUpDigits } from '@tradepost/contracts/requests';
import { routes } from '@tradepost/contracts/routes';
import { sameAddress } from '@tradepost/contracts/values/address';
import type { Command } from 'commander';
import { ask } from '../../ask';
import { Context } from '../../context';
import { LocalError, UsageError } from '../../exit';
import { textsOf, timeText } from '../../output';
import { momentOf } from '../../times';

interface Options {
  expires: string;
  receiver?: string;
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
      'Accept a request: the receiver gets access to the files. A step-up code is mailed to you; enter it on the terminal or pipe it in. If files are end-to-end encrypted, access is granted on this machine, which needs your password, recovery key or sealing key. Before that, you see what the receiver has signed, and confirm it or name the receiver with --receiver. An API key that is authorised to accept without a code needs neither.',
    )
    .argument('<request>', 'id')
    .option('--expires <time>', 'end of the transfer: 7d, 12h, or a date', '7d')
    .option('--receiver <email>', 'accept only a request of this receiver, without a question')
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
  { expires, receiver, files, maxDownloads, code, sendCode }: Options,
): Promise<void> {
  const { client, out } = context;
  const expiry = momentOf(expires);
  if (code) assertWhole(code);
  if (sendCode) {
    await client.send(routes.createStepUpCode, { requestId });
    return out.value({ requestId, codeSent: true }, 'A step-up code was mailed to you');
  }
  const onRequest = agreement(context, receiver);
  const grants = () =>
    grantsFor(
      client,
      () => context.keyring(),
      { id: requestId },
      {
        expiry,
        ...(files && { fileIds: files }),
        onRequest,
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

/**
 * Shows what a receiver has signed. A person has to agree: the server may have named another request than the one that the person has in
 * mind. A program grants only what its owner has delivered to the receiver.
 */
function agreement({ out, hasKey, signal }: Context, receiver: string | undefined) {
  let agreedTo: string | undefined;
  return async ({ receiverEmail, fileNames, time, ...texts }: StatedRequest): Promise<void> => {
    const shown = `${receiverEmail} signed on ${timeText(time)} UTC: ${fileNames.join(', ')}${textsOf(texts)}`;
    // after the step-up code, the same request is granted again
    if (shown === agreedTo) return;
    out.note(shown);
    if (receiver !== undefined && !sameAddress(receiver, receiverEmail))
      throw new LocalError(`This request is of ${receiverEmail}, not of ${receiver}. No access was given`);
    if (receiver === undefined && !hasKey) {
      const instead = 'type yes or no, or name the receiver with --receiver';
      const answer = await ask(`Give ${receiverEmail} access? (yes/no)`, { secret: false, instead, signal });
      if (answer.trim().toLowerCase() !== 'yes') throw new LocalError('No access was given');
    }
    agreedTo = shown;
  };
}

async function verifyStepUp({ client, out, signal }: Context, requestId: string): Promise<void> {
  await client.send(routes.createStepUpCode, { requestId });
  out.note('A step-up code was mailed to you.');
  const code = (await ask('Step-up code', { secret: false, instead: 'type it, or use --code', signal })).trim();
  assertWhole(code);
  await client.send(routes.verifyStepUpCode, { id: requestId, code });
}

/** Any other code would use up a try. @throws UsageError */
function assertWhole(code: string): void {
  if (/^\d+$/.test(code) && code.length === stepUpDigits) return;
  throw new UsageError(`A step-up code has ${stepUpDigits} digits. It was not sent: use --code with the whole code`);
}
