import { routes } from '@tradepost/contracts/routes';
import { readAllPages } from '@tradepost/contracts/values/read-all-pages';
import { webhookKinds, type Webhook, type WebhookKind } from '@tradepost/contracts/webhooks';
import { Option, type Command } from 'commander';
import { Context } from '../../context';
import { timeText } from '../../output';
import { startOf } from '../../times';

const kinds = Object.keys(webhookKinds) as WebhookKind[];

export function addWebhooks(program: Command, signal: AbortSignal): void {
  const webhooks = program.command('webhooks').description('Manage webhooks. They send events to your servers.');

  webhooks
    .command('list', { isDefault: true })
    .description('List the webhooks of your company.')
    .action(async (_options: object, command: Command) => {
      const { client, out } = new Context(command, signal);
      out.list(await client.send(routes.webhooks, {}), [
        ['ID', ({ id }) => id],
        ['STATE', stateOf],
        ['LAST DELIVERED', ({ lastDeliveredAt }) => timeText(lastDeliveredAt) || 'never'],
        ['EVENTS', ({ kinds: chosen }) => chosen.join(', ')],
        ['ADDRESS', ({ url }) => url],
      ]);
    });

  webhooks
    .command('create')
    .description('Create a webhook. Its secret, which signs each call, is shown only once.')
    .argument('<url>')
    .addOption(new Option('--event <events...>', 'which events (default: all)').choices(kinds))
    .option('--description <text>', 'what it is for')
    .action(
      async (
        url: string,
        { event, description }: { event?: WebhookKind[]; description?: string },
        command: Command,
      ) => {
        const { client, out } = new Context(command, signal);
        const created = await client.send(routes.createWebhook, {
          url,
          kinds: event ?? kinds,
          ...(description && { description }),
        });
        out.note(`Created ${created.id}. The secret is shown only once:`);
        out.value(created, created.secret);
      },
    );

  for (const enabled of [true, false])
    webhooks
      .command(enabled ? 'on' : 'off')
      .description(enabled ? 'Switch a webhook on.' : 'Switch a webhook off. Waiting events are not delivered.')
      .argument('<webhook>', 'id')
      .action(async (id: string, _options: object, command: Command) => {
        const { client, out } = new Context(command, signal);
        out.value(await client.send(routes.switchWebhook, { id, enabled }), `Switched ${enabled ? 'on' : 'off'} ${id}`);
      });

  webhooks
    .command('rotate')
    .description('Create a new secret. The current one also signs for another 24 hours.')
    .argument('<webhook>', 'id')
    .action(async (id: string, _options: object, command: Command) => {
      const { client, out } = new Context(command, signal);
      const rotated = await client.send(routes.rotateWebhookSecret, { id });
      out.note('The secret is shown only once:');
      out.value(rotated, rotated.secret);
    });

  webhooks
    .command('test')
    .description('Send a test event now, and show the answer.')
    .argument('<webhook>', 'id')
    .action(async (id: string, _options: object, command: Command) => {
      const { client, out } = new Context(command, signal);
      const delivery = await client.send(routes.testWebhook, { id });
      out.value(delivery, `${delivery.status}: ${delivery.responseStatus ?? delivery.fault ?? 'no answer yet'}`);
    });

  webhooks
    .command('deliveries')
    .description('List the deliveries of the last 30 days, newest first.')
    .argument('<webhook>', 'id')
    .action(async (id: string, _options: object, command: Command) => {
      const { client, out } = new Context(command, signal);
      const all = await readAllPages((page) => client.send(routes.webhookDeliveries, { id, page, pageSize: 200 }));
      out.list(all, [
        ['ID', (delivery) => delivery.id],
        ['TIME', ({ at }) => timeText(at)],
        ['STATUS', ({ status }) => status],
        ['ATTEMPTS', ({ attempts }) => attempts],
        ['ANSWER', ({ responseStatus, fault }) => responseStatus ?? fault ?? ''],
        ['EVENT', ({ kind }) => kind],
      ]);
    });

  webhooks
    .command('replay')
    .description('Send a delivery again, or all that failed since a time.')
    .argument('<webhook>', 'id')
    .argument('[delivery]', 'id')
    .option('--since <time>', 'without a delivery: 12h, 7d, or a date', '1d')
    .action(async (id: string, deliveryId: string | undefined, { since }: { since: string }, command: Command) => {
      const { client, out } = new Context(command, signal);
      if (deliveryId)
        return out.value(await client.send(routes.replayDelivery, { id, deliveryId }), `Sent ${deliveryId} again`);
      const { replayed } = await client.send(routes.replayFailedDeliveries, { id, since: startOf(since) });
      out.value({ replayed }, `Sent ${replayed} again`);
    });

  webhooks
    .command('delete')
    .description('Delete a webhook and its log of deliveries.')
    .argument('<webhook>', 'id')
    .action(async (id: string, _options: object, command: Command) => {
      const { client, out } = new Context(command, signal);
      await client.send(routes.removeWebhook, { id });
      out.value({ id, deleted: true }, `Deleted ${id}`);
    });
}

const stateOf = ({ enabled, offBecause, failingSince }: Webhook): string =>
  enabled
    ? failingSince
      ? `failing since ${timeText(failingSince)}`
      : 'on'
    : offBecause === 'failing'
      ? 'off: failing'
      : 'off';
