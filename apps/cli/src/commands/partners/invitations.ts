import { recordPartnershipEnd } from '@tradepost/client/ledger/deliveries';
import { routes } from '@tradepost/contracts/routes';
import type { Command } from 'commander';
import { Context } from '../../context';
import { endEvenIfRefused } from '../../end-access';
import { timeText } from '../../output';

export function addInvitations(program: Command, signal: AbortSignal): void {
  program
    .command('invite')
    .description('Invite partners by e-mail.')
    .argument('<emails...>')
    .action(async (emails: string[], _options: object, command: Command) => {
      const { client, out } = new Context(command, signal);
      out.value(await client.send(routes.invite, { emails }), `Invited ${emails.join(', ')}`);
    });

  const invitations = program.command('invitations').description('List, accept or end invitations and partnerships.');

  invitations
    .command('list', { isDefault: true })
    .description('List invitations that you sent or received, pending ones and partnerships.')
    .action(async (_options: object, command: Command) => {
      const context = new Context(command, signal);
      const { client, out } = context;
      const sent = await client.send(routes.sentInvitations, {});
      // API keys see what their company sent
      const received = context.hasKey ? [] : await client.send(routes.receivedInvitations, {});
      out.list(
        [
          ...sent.map(({ id, status, createdAt, email }) => ({ id, status, createdAt, email, direction: 'to' })),
          ...received.map(({ id, status, createdAt, inviterEmail, inviterCompany }) => ({
            id,
            status,
            createdAt,
            email: inviterEmail,
            companyName: inviterCompany,
            direction: 'from',
          })),
        ],
        [
          ['ID', ({ id }) => id],
          ['STATUS', ({ status }) => status],
          ['CREATED', ({ createdAt }) => timeText(createdAt)],
          ['', ({ direction }) => direction],
          ['PARTNER', ({ email }) => email],
        ],
      );
    });

  invitations
    .command('accept')
    .description('Accept invitations that you received.')
    .argument('<invitations...>', 'ids')
    .action(async (ids: string[], _options: object, command: Command) => {
      const { client, out } = new Context(command, signal);
      for (const id of ids) {
        const { invitation } = await client.send(routes.acceptInvitation, { id });
        out.value(invitation, `Accepted the invitation from ${invitation.inviterCompany}`);
      }
    });

  invitations
    .command('resend')
    .description('Mail a pending invitation again, at most once a minute.')
    .argument('<invitation>', 'id')
    .action(async (id: string, _options: object, command: Command) => {
      const { client, out } = new Context(command, signal);
      const { invitation } = await client.send(routes.resendInvitation, { id });
      out.value(invitation, `Mailed ${invitation.email} again`);
    });

  invitations
    .command('end')
    .summary('withdraw or decline an invitation, or end a partnership')
    .description(
      'Withdraw or decline a pending invitation, or end a partnership: then folder access ends, pending requests are rejected and live transfers revoked.',
    )
    .argument('<invitation>', 'id')
    .option('--keep-transfers', 'as the sender, leave live transfers until they expire')
    .action(async (id: string, { keepTransfers = false }: { keepTransfers?: boolean }, command: Command) => {
      const context = new Context(command, signal);
      const { client, out } = context;
      const partner = (await client.send(routes.sentInvitations, {})).find((one) => one.id === id);
      if (partner)
        await endEvenIfRefused(out, async () => {
          const keyring = await context.keyringToRecord();
          if (keyring) await recordPartnershipEnd(keyring.contacts.ledger, partner.email);
        });
      const { status, message } = await client.send(routes.endInvitation, { id, keepTransfers });
      out.value({ id, status }, message);
    });
}
