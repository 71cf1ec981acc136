import { grantsFor } from '@tradepost/client/transfers/granting';
import { recordRevoked } from '@tradepost/client/transfers/sealed-transfers';
import { routes } from '@tradepost/contracts/routes';
import type { Command } from 'commander';
import { Context } from '../../context';
import { endEvenIfRefused } from '../../end-access';
import { timeText } from '../../output';
import { momentOf } from '../../times';

export function addTransferTerms(program: Command, signal: AbortSignal): void {
  program
    .command('extend')
    .description('Extend a transfer that you sent. Grants exactly the same files again, to the same receiver.')
    .argument('<transfer>', 'id')
    .requiredOption('--expires <time>', 'new end of the transfer: 7d, 12h, or a date')
    .action(async (transferId: string, { expires }: { expires: string }, command: Command) => {
      const context = new Context(command, signal);
      const { client, out } = context;
      const expiry = momentOf(expires);
      const grants = await grantsFor(client, () => context.keyring(), { transferId }, { expiry });
      await client.send(routes.extendTransfer, { id: transferId, expiry, ...grants });
      out.value({ transferId, expiry }, `Extended until ${timeText(expiry)} UTC`);
    });

  program
    .command('revoke')
    .description('Revoke a transfer that you sent. You cannot extend it after that.')
    .argument('<transfer>', 'id')
    .requiredOption('--reason <text>', 'message to the receiver')
    .action(async (transferId: string, { reason }: { reason: string }, command: Command) => {
      const context = new Context(command, signal);
      const { client, out } = context;
      if (await context.canSeal())
        await endEvenIfRefused(out, () => recordRevoked(client, () => context.keyring(), transferId));
      await client.send(routes.revokeTransfer, { id: transferId, reason });
      out.value({ transferId, revoked: true }, `Revoked ${transferId}`);
    });

  program
    .command('resend')
    .description('Mail the link of a transfer that you sent again.')
    .argument('<transfer>', 'id')
    .action(async (id: string, _options: object, command: Command) => {
      const { client, out } = new Context(command, signal);
      const { message } = await client.send(routes.resendTransferLink, { id });
      out.value({ transferId: id, mailed: true }, message);
    });
}
