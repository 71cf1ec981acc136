import { MoreOutlined } from '@ant-design/icons';
import type { Webhook } from '@tradepost/contracts/webhooks';
import { Alert, App, Button, Dropdown, Flex, Modal, Typography } from 'antd';
import { useState } from 'react';
import { LinkButton } from '../../ui/link-button';
import { TimeText } from '../../ui/time-text';
import { useToast } from '../../ui/use-toast';
import { useRemoveWebhook, useRotateSecret, useSwitchWebhook, useTestWebhook } from './api';
import { outcomeOf, SecretOnce, WebhookTag } from './parts';

const countOf = (events: number) => `${events} ${events === 1 ? 'event' : 'events'}`;

/** One webhook, how it does, and what can be done about it. */
export function WebhookRow({ webhook, onEdit }: { webhook: Webhook; onEdit: () => void }) {
  const { id, url, description, kinds, failingSince, lastDeliveredAt, oldSecretUntil, secretEnd } = webhook;
  const test = useTestWebhook();
  return (
    <li className="list-row" style={{ padding: '16px 24px' }}>
      <Flex gap={16} wrap align="center">
        <div style={{ flex: '1 1 260px', minWidth: 0 }}>
          <Flex gap={8} align="center" wrap>
            <Typography.Text strong style={{ overflowWrap: 'anywhere' }}>
              {url}
            </Typography.Text>
            <WebhookTag webhook={webhook} />
          </Flex>
          {description && <div style={{ overflowWrap: 'anywhere' }}>{description}</div>}
          <Typography.Text type="secondary">
            {countOf(kinds.length)} · secret …{secretEnd}
            {failingSince ? (
              <>
                {' '}
                · nothing arrived since <TimeText iso={failingSince} />
              </>
            ) : (
              lastDeliveredAt && (
                <>
                  {' '}
                  · last delivered <TimeText iso={lastDeliveredAt} />
                </>
              )
            )}
            {oldSecretUntil && (
              <>
                {' '}
                · the old secret works until <TimeText iso={oldSecretUntil} />
              </>
            )}
          </Typography.Text>
        </div>
        <Flex gap={8} wrap>
          <Button loading={test.isPending} aria-label={`Send a test to ${url}`} onClick={() => test.mutate(id)}>
            Send a test
          </Button>
          <LinkButton to={`/profile/webhooks/${id}`} aria-label={`Deliveries to ${url}`}>
            Deliveries
          </LinkButton>
          <Actions webhook={webhook} onEdit={onEdit} />
        </Flex>
      </Flex>
      <div aria-live="polite">
        {test.data && !test.isPending && (
          <Alert
            type={test.data.status === 'delivered' ? 'success' : 'error'}
            showIcon
            style={{ marginTop: 12 }}
            title={
              test.data.status === 'delivered'
                ? `The test arrived: ${outcomeOf(test.data)} after ${test.data.tookMs} ms`
                : `The test failed: ${outcomeOf(test.data)}`
            }
            description={
              test.data.response ? <span style={{ overflowWrap: 'anywhere' }}>{test.data.response}</span> : undefined
            }
            closable={{ onClose: () => test.reset(), 'aria-label': 'Close the result' }}
          />
        )}
        {test.error && <Alert type="error" showIcon style={{ marginTop: 12 }} title={test.error.message} />}
      </div>
    </li>
  );
}

function Actions({ webhook: { id, url, enabled }, onEdit }: { webhook: Webhook; onEdit: () => void }) {
  const { modal } = App.useApp();
  const toast = useToast();
  const [secret, setSecret] = useState<string>();
  const change = useSwitchWebhook();
  const remove = useRemoveWebhook();
  const rotate = useRotateSecret();
  const failed = ({ message }: Error) => toast.destructive({ title: 'Error', description: message });
  const switchTo = (on: boolean) =>
    change
      .mutateAsync({ id, enabled: on })
      .then(
        () => toast.success({ title: 'Success', description: `The webhook is switched ${on ? 'on' : 'off'}` }),
        failed,
      );
  const ask = (title: string, content: string, okText: string, onOk: () => Promise<unknown>, danger = false) =>
    modal.confirm({ title, content, okText, onOk, okButtonProps: { danger } });
  const actions: Record<string, () => unknown> = {
    edit: onEdit,
    switch: () =>
      enabled
        ? ask(
            'Switch this webhook off?',
            'What still waits is given up, and nothing that happens meanwhile is kept for it.',
            'Switch off',
            () => switchTo(false),
          )
        : switchTo(true),
    rotate: () =>
      ask('Renew the secret?', 'The present one goes on signing beside the new one for 24 hours.', 'Renew', () =>
        rotate.mutateAsync(id).then(({ secret: fresh }) => setSecret(fresh), failed),
      ),
    remove: () =>
      ask(
        'Remove this webhook?',
        'Its secret and the list of its deliveries go too.',
        'Remove',
        () =>
          remove
            .mutateAsync(id)
            .then(({ message }) => toast.success({ title: 'Success', description: message }), failed),
        true,
      ),
  };
  const items = [
    { key: 'edit', label: 'Change' },
    { key: 'switch', label: enabled ? 'Switch off' : 'Switch on' },
    { key: 'rotate', label: 'Renew the secret' },
    { key: 'remove', label: 'Remove', danger: true },
  ];
  return (
    <>
      <Dropdown trigger={['click']} menu={{ items, onClick: ({ key }) => void actions[key]?.() }}>
        <Button icon={<MoreOutlined />} aria-label={`Actions for ${url}`} />
      </Dropdown>
      {secret && (
        <Modal
          open
          title="New secret of the webhook"
          footer={null}
          closable={false}
          keyboard={false}
          mask={{ closable: false }}
        >
          <SecretOnce secret={secret} onSaved={() => setSecret(undefined)} />
        </Modal>
      )}
    </>
  );
}
