import { MoreOutlined } from '@ant-design/icons';
import type { Webhook } from '@tradepost/contracts/webhooks';
import { Alert, Button, Flex, Typography } from 'antd';
import { useState } from 'react';
import { LinkButton } from '../../ui/layout/link-button';
import { MenuButton } from '../../ui/menu/menu-button';
import { TimeText } from '../../ui/feedback/time-text';
import { useToast } from '../../ui/notice/use-toast';
import { SecretDialog } from '../../ui/secret/secret-dialog';
import { useRemoveWebhook, useRotateSecret, useSwitchWebhook, useTestWebhook } from './api';
import { outcomeOf, WebhookSecret, WebhookTag } from './parts';
import { Rich } from '../../i18n/rich';
import { t } from '../../i18n/t';
import { ask } from '../../ui/question/ask';
import layout from '../../ui/layout/layout.module.css';
import styles from './webhooks.module.css';

/** One webhook with its state and actions. */
export function WebhookRow({ webhook, onEdit }: { webhook: Webhook; onEdit: () => void }) {
  const { id, url, description, kinds, failingSince, lastDeliveredAt, oldSecretUntil, secretEnd } = webhook;
  const test = useTestWebhook();
  return (
    <li className={`list-row ${layout.row}`}>
      <Flex gap={16} wrap align="center">
        <div className={styles.address}>
          <Flex gap={8} align="center" wrap>
            <Typography.Text strong className={layout.breakWords}>
              {url}
            </Typography.Text>
            <WebhookTag webhook={webhook} />
          </Flex>
          {description && <div className={layout.breakWords}>{description}</div>}
          <Typography.Text type="secondary">
            {t('{count, plural, one {# event} other {# events}} · secret …{secretEnd}', {
              count: kinds.length,
              secretEnd,
            })}
            {failingSince ? (
              <>
                {' '}
                <Rich text={'· failing since <0/>'} parts={[<TimeText iso={failingSince} />]} />
              </>
            ) : (
              lastDeliveredAt && (
                <>
                  {' '}
                  <Rich text={'· last delivered <0/>'} parts={[<TimeText iso={lastDeliveredAt} />]} />
                </>
              )
            )}
            {oldSecretUntil && (
              <>
                {' '}
                <Rich text={'· the old secret works until <0/>'} parts={[<TimeText iso={oldSecretUntil} />]} />
              </>
            )}
          </Typography.Text>
        </div>
        <Flex gap={8} wrap>
          <Button
            loading={test.isPending}
            aria-label={t('Send a test to {url}', { url })}
            onClick={() => test.mutate(id)}
          >
            {t('Send a test')}
          </Button>
          <LinkButton to={`/profile/webhooks/${id}`} aria-label={t('Deliveries to {url}', { url })}>
            {t('Deliveries')}
          </LinkButton>
          <WebhookActions webhook={webhook} onEdit={onEdit} />
        </Flex>
      </Flex>
      <div aria-live="polite">
        {test.data && !test.isPending && (
          <Alert
            type={test.data.status === 'delivered' ? 'success' : 'error'}
            showIcon
            className={layout.marginTop12}
            title={
              test.data.status === 'delivered'
                ? t('Test delivered: {data} after {tookMs} ms', {
                    data: outcomeOf(test.data),
                    tookMs: test.data.tookMs,
                  })
                : t('Test failed: {data}', { data: outcomeOf(test.data) })
            }
            description={
              test.data.response ? <span className={layout.breakWords}>{test.data.response}</span> : undefined
            }
            closable={{ onClose: () => test.reset(), 'aria-label': t('Close the result') }}
          />
        )}
        {test.error && <Alert type="error" showIcon className={layout.marginTop12} title={test.error.message} />}
      </div>
    </li>
  );
}

function WebhookActions({ webhook: { id, url, enabled }, onEdit }: { webhook: Webhook; onEdit: () => void }) {
  const toast = useToast();
  const [secret, setSecret] = useState<string>();
  const change = useSwitchWebhook();
  const remove = useRemoveWebhook();
  const rotate = useRotateSecret();
  const failed = ({ message }: Error) => toast.destructive({ title: t('Error'), description: message });
  const switchTo = (on: boolean) =>
    change.mutateAsync({ id, enabled: on }).then(
      () =>
        toast.success({
          title: t('Success'),
          description: on ? t('The webhook was switched on') : t('The webhook was switched off'),
        }),
      failed,
    );
  const askFirst = (title: string, content: string, okText: string, onOk: () => Promise<unknown>, danger = false) =>
    ask({ title, content, okText, onOk, okButtonProps: { danger } });
  const actions: Record<string, () => unknown> = {
    edit: onEdit,
    switch: () =>
      enabled
        ? askFirst(
            t('Switch this webhook off?'),
            t('Waiting deliveries are cancelled, and events that happen while it is off are not sent.'),
            t('Switch off'),
            () => switchTo(false),
          )
        : switchTo(true),
    rotate: () =>
      askFirst(t('Renew the secret?'), t('The old secret also signs deliveries for 24 more hours.'), t('Renew'), () =>
        rotate.mutateAsync(id).then(({ secret: fresh }) => setSecret(fresh), failed),
      ),
    remove: () =>
      askFirst(
        t('Remove the webhook to {host}?', { host: new URL(url).host }),
        t('Its secret and its list of deliveries are deleted too.'),
        t('Remove'),
        () =>
          remove
            .mutateAsync(id)
            .then(({ message }) => toast.success({ title: t('Success'), description: message }), failed),
        true,
      ),
  };
  const items = [
    { key: 'edit', label: t('Change') },
    { key: 'switch', label: enabled ? t('Switch off') : t('Switch on') },
    { key: 'rotate', label: t('Renew the secret') },
    { key: 'remove', label: t('Remove'), danger: true },
  ];
  return (
    <>
      <MenuButton
        icon={<MoreOutlined aria-hidden />}
        aria-label={t('Actions for {url}', { url })}
        menu={{ items, onClick: ({ key }) => void actions[key]?.() }}
      />
      {secret && (
        <SecretDialog title={t('New webhook secret')} isShown onClose={() => setSecret(undefined)}>
          <WebhookSecret secret={secret} onSaved={() => setSecret(undefined)} />
        </SecretDialog>
      )}
    </>
  );
}
