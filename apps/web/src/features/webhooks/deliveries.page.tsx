import { LeftOutlined, ReloadOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import {
  webhookKinds,
  type DeliveryStatus,
  type WebhookDelivery,
  type WebhookKind,
} from '@tradepost/contracts/webhooks';
import { Button, Card, Flex, Select, Typography } from 'antd';
import { useState } from 'react';
import { useParams } from 'react-router-dom';
import type { Column } from '../../ui/list/data-table-props';
import { EmptyState } from '../../ui/feedback/empty-state';
import { FilterChips } from '../../ui/form/filter-chips';
import { LinkButton } from '../../ui/layout/link-button';
import { PageHeader } from '../../ui/layout/page-header';
import { PagedTable } from '../../ui/list/paged-table';
import { TimeText } from '../../ui/feedback/time-text';
import { useListParams } from '../../ui/list/use-list-params';
import { useToast } from '../../ui/notice/use-toast';
import { deliveriesQuery, pageSize, useReplay, webhooksQuery } from './api';
import { DeliveryDialog } from './delivery-dialog';
import { DeliveryTag, kindLabel, outcomeOf, statusLabels } from './parts';
import { ReplayDialog } from './replay-dialog';
import { t } from '../../i18n/t';
import layout from '../../ui/layout/layout.module.css';
import styles from './webhooks.module.css';

const statuses = Object.entries(statusLabels).map(([value, label]) => ({ value, label }));
const kinds = [...(Object.keys(webhookKinds) as WebhookKind[]), 'test' as const].map((value) => ({
  value,
  label: kindLabel(value),
}));

/** Deliveries to one webhook, their results, and buttons to send them again. */
export default function DeliveriesPage() {
  const { id = '' } = useParams();
  const params = useListParams({ status: '', kind: '' });
  const { status, kind, page, set } = params;
  const filter = { page, status: status as DeliveryStatus | '', kind: kind as WebhookDelivery['kind'] | '' };
  const deliveries = useQuery(deliveriesQuery(id, filter));
  const webhook = useQuery(webhooksQuery).data?.find((one) => one.id === id);
  const [shown, setShown] = useState<WebhookDelivery>();
  const [replaying, setReplaying] = useState(false);
  const columns: Column<WebhookDelivery>[] = [
    {
      key: 'kind',
      title: t('Event'),
      render: (delivery) => <EventName delivery={delivery} onOpen={() => setShown(delivery)} />,
      card: (delivery) => <EventLink delivery={delivery} onOpen={() => setShown(delivery)} />,
    },
    {
      key: 'status',
      title: t('Status'),
      render: ({ status }) => <DeliveryTag status={status} />,
      card: true,
    },
    {
      key: 'at',
      title: t('When'),
      render: ({ at }) => <TimeText iso={at} />,
      card: true,
    },
    {
      key: 'attempts',
      title: t('Attempts'),
      render: ({ attempts }) => <span className="numbers">{attempts}</span>,
      card: false,
    },
    {
      key: 'next',
      title: t('Next attempt'),
      render: ({ nextAttemptAt }) => (nextAttemptAt ? <TimeText iso={nextAttemptAt} /> : '–'),
      card: false,
    },
    { key: 'outcome', title: t('Last response'), render: outcomeOf, card: true },
    {
      key: 'actions',
      title: t('Actions'),
      isActions: true,
      render: (delivery) =>
        delivery.kind === 'test' ? null : (
          <SendAgain webhookId={id} delivery={delivery} disabled={webhook?.enabled === false} />
        ),
    },
  ];
  return (
    <>
      <PageHeader
        title={t('Deliveries')}
        subtitle={<span className={layout.breakWords}>{webhook?.url ?? t('Deliveries to a webhook')}</span>}
        actions={
          <>
            <LinkButton to="/profile#webhooks" icon={<LeftOutlined aria-hidden />}>
              {t('Webhooks')}
            </LinkButton>
            <Button disabled={!webhook?.enabled} onClick={() => setReplaying(true)}>
              {t('Send failed again')}
            </Button>
            <Button
              icon={<ReloadOutlined aria-hidden />}
              loading={deliveries.isFetching}
              onClick={() => void deliveries.refetch()}
            >
              {t('Refresh')}
            </Button>
          </>
        }
      />
      <Card styles={{ body: { padding: 0 } }}>
        <Flex gap={12} wrap className={layout.padding16}>
          <Select
            aria-label={t('Status')}
            allowClear
            placeholder={t('Any status')}
            value={status || undefined}
            options={statuses}
            onChange={(value?: string) => set({ status: value ?? '' })}
            className={layout.filterSelect}
          />
          <Select
            aria-label={t('Event')}
            allowClear
            placeholder={t('Any event')}
            value={kind || undefined}
            options={kinds}
            onChange={(value?: string) => set({ kind: value ?? '' })}
            className={styles.eventSelect}
          />
        </Flex>
        <FilterChips
          chips={[
            status && {
              key: 'status',
              text: t('Status: {value}', { value: statusLabels[status as DeliveryStatus] ?? status }),
              onRemove: () => set({ status: '' }),
            },
            kind && {
              key: 'kind',
              text: t('Event: {kindLabel}', { kindLabel: kindLabel(kind as WebhookKind) ?? kind }),
              onRemove: () => set({ kind: '' }),
            },
          ]}
        />
        <PagedTable
          query={deliveries}
          params={params}
          pageSize={pageSize}
          what={t('deliveries')}
          label={t('Deliveries')}
          columns={columns}
          keyOf={(delivery) => delivery.id}
          nameOf={(delivery) => kindLabel(delivery.kind)}
          onOpen={setShown}
          empty={
            status || kind ? (
              <EmptyState
                title={t('No matching deliveries')}
                action={<Button onClick={() => set({ status: '', kind: '' })}>{t('Clear filters')}</Button>}
              />
            ) : (
              <EmptyState
                title={t('No deliveries yet')}
                text={t('Each event appears here when it is sent and is listed for 30 days.')}
              />
            )
          }
        />
      </Card>
      {shown && <DeliveryDialog delivery={shown} onClose={() => setShown(undefined)} />}
      {replaying && <ReplayDialog webhookId={id} onClose={() => setReplaying(false)} />}
    </>
  );
}

interface EventProps {
  delivery: WebhookDelivery;
  onOpen: () => void;
}

function EventName({ delivery, onOpen }: EventProps) {
  return (
    <>
      <EventLink delivery={delivery} onOpen={onOpen} />
      <Typography.Text type="secondary" className={`${layout.block} ${layout.small}`}>
        {delivery.kind}
      </Typography.Text>
    </>
  );
}

const EventLink = ({ delivery: { kind, eventId }, onOpen }: EventProps) => (
  <Button type="link" size="small" className={styles.eventLink} onClick={onOpen}>
    {kindLabel(kind)}
    <span className="sr-only">{t(', event {eventId}', { eventId })}</span>
  </Button>
);

function SendAgain({
  webhookId,
  delivery: { id, kind, eventId, status },
  disabled,
}: {
  webhookId: string;
  delivery: WebhookDelivery;
  disabled: boolean;
}) {
  const replay = useReplay();
  const toast = useToast();
  const send = () =>
    replay.mutate(
      { id: webhookId, deliveryId: id },
      {
        onSuccess: () => toast.success({ title: t('Success'), description: t('The event is being sent again') }),
        onError: ({ message }) => toast.destructive({ title: t('Error'), description: message }),
      },
    );
  return (
    <Button
      size="small"
      disabled={disabled}
      loading={replay.isPending}
      onClick={send}
      aria-label={`${status === 'waiting' ? t('Send now') : t('Send again')}: ${kind} ${eventId}`}
    >
      {status === 'waiting' ? t('Send now') : t('Send again')}
    </Button>
  );
}
