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
import { DataTable, type Column } from '../../ui/data-table';
import { EmptyState } from '../../ui/empty-state';
import { ErrorState } from '../../ui/error-state';
import { FilterChips } from '../../ui/filter-chips';
import { LinkButton } from '../../ui/link-button';
import { PageHeader } from '../../ui/page-header';
import { Pager } from '../../ui/pager';
import { SkeletonList } from '../../ui/skeleton-list';
import { TimeText } from '../../ui/time-text';
import { useLastPage, useListParams } from '../../ui/use-list-params';
import { useToast } from '../../ui/use-toast';
import { deliveriesQuery, pageSize, useReplay, webhooksQuery } from './api';
import { DeliveryDialog } from './delivery-dialog';
import { DeliveryTag, kindWords, outcomeOf, statusWords } from './parts';
import { ReplayDialog } from './replay-dialog';

const statuses = Object.entries(statusWords).map(([value, label]) => ({ value, label }));
const kinds = [...(Object.keys(webhookKinds) as WebhookKind[]), 'test' as const].map((value) => ({
  value,
  label: kindWords(value),
}));

/** What was sent to one webhook, what came of it, and sending it again. */
export default function DeliveriesPage() {
  const { id = '' } = useParams();
  const params = useListParams({ status: '', kind: '' });
  const { status, kind, page, set } = params;
  const filter = { page, status: status as DeliveryStatus | '', kind: kind as WebhookDelivery['kind'] | '' };
  const { data, error, isFetching, refetch } = useQuery(deliveriesQuery(id, filter));
  const webhook = useQuery(webhooksQuery).data?.find((one) => one.id === id);
  const [shown, setShown] = useState<WebhookDelivery>();
  const [replaying, setReplaying] = useState(false);
  useLastPage(params, pageSize, data?.total);
  const columns: Column<WebhookDelivery>[] = [
    {
      key: 'kind',
      title: 'Event',
      isWide: true,
      render: (delivery) => <EventName delivery={delivery} onOpen={() => setShown(delivery)} />,
    },
    { key: 'status', title: 'Status', render: (delivery) => <DeliveryTag status={delivery.status} /> },
    { key: 'at', title: 'When', render: ({ at }) => <TimeText iso={at} /> },
    { key: 'attempts', title: 'Attempts', render: ({ attempts }) => <span className="numbers">{attempts}</span> },
    {
      key: 'next',
      title: 'Next attempt',
      render: ({ nextAttemptAt }) => (nextAttemptAt ? <TimeText iso={nextAttemptAt} /> : '–'),
    },
    { key: 'outcome', title: 'Last answer', isWide: true, render: (delivery) => outcomeOf(delivery) },
    {
      key: 'actions',
      title: 'Actions',
      isActions: true,
      render: (delivery) =>
        delivery.kind === 'test' ? null : (
          <SendAgain webhookId={id} delivery={delivery} disabled={webhook?.enabled === false} />
        ),
    },
  ];
  const chips = [
    ...(status
      ? [
          {
            key: 'status',
            text: `Status: ${statusWords[status as DeliveryStatus] ?? status}`,
            onRemove: () => set({ status: '' }),
          },
        ]
      : []),
    ...(kind
      ? [{ key: 'kind', text: `Event: ${kindWords(kind as WebhookKind) ?? kind}`, onRemove: () => set({ kind: '' }) }]
      : []),
  ];
  return (
    <>
      <PageHeader
        title="Deliveries"
        subtitle={<span style={{ overflowWrap: 'anywhere' }}>{webhook?.url ?? 'What was sent to a webhook'}</span>}
        actions={
          <>
            <LinkButton to="/profile#webhooks" icon={<LeftOutlined />}>
              Webhooks
            </LinkButton>
            <Button disabled={!webhook?.enabled} onClick={() => setReplaying(true)}>
              Send failed again
            </Button>
            <Button icon={<ReloadOutlined />} loading={isFetching} onClick={() => void refetch()}>
              Refresh
            </Button>
          </>
        }
      />
      <Card styles={{ body: { padding: 0 } }}>
        <Flex gap={12} wrap style={{ padding: 16 }}>
          <Select
            aria-label="Status"
            allowClear
            placeholder="Any status"
            value={status || undefined}
            options={statuses}
            onChange={(value?: string) => set({ status: value ?? '' })}
            style={{ width: 160 }}
          />
          <Select
            aria-label="Event"
            allowClear
            placeholder="Any event"
            value={kind || undefined}
            options={kinds}
            onChange={(value?: string) => set({ kind: value ?? '' })}
            style={{ width: 300, maxWidth: '100%' }}
          />
        </Flex>
        <FilterChips chips={chips} />
        {error && !data ? (
          <ErrorState error={error} onRetry={refetch} />
        ) : !data ? (
          <SkeletonList />
        ) : (
          <>
            <DataTable
              label="Deliveries"
              columns={columns}
              rows={data.items}
              keyOf={(delivery) => delivery.id}
              nameOf={(delivery) => kindWords(delivery.kind)}
              refreshing={isFetching}
              empty={
                chips.length > 0 ? (
                  <EmptyState
                    title="No matching deliveries"
                    action={<Button onClick={() => set({ status: '', kind: '' })}>Clear filters</Button>}
                  />
                ) : (
                  <EmptyState
                    title="Nothing was sent yet"
                    text="What happens appears here as soon as it is sent. It is listed for 30 days."
                  />
                )
              }
            />
            {data.total > 0 && (
              <Pager
                page={page}
                pageSize={pageSize}
                total={data.total}
                what="deliveries"
                onPage={(next) => set({ page: next })}
              />
            )}
          </>
        )}
      </Card>
      {shown && <DeliveryDialog delivery={shown} onClose={() => setShown(undefined)} />}
      {replaying && <ReplayDialog webhookId={id} onClose={() => setReplaying(false)} />}
    </>
  );
}

function EventName({ delivery: { kind, eventId }, onOpen }: { delivery: WebhookDelivery; onOpen: () => void }) {
  return (
    <>
      <Button
        type="link"
        size="small"
        style={{ paddingInline: 0, whiteSpace: 'normal', height: 'auto', textAlign: 'start' }}
        onClick={onOpen}
      >
        {kindWords(kind)}
        <span className="sr-only">, event {eventId}</span>
      </Button>
      <Typography.Text type="secondary" style={{ display: 'block', fontSize: 13 }}>
        {kind}
      </Typography.Text>
    </>
  );
}

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
        onSuccess: () => toast.success({ title: 'Success', description: 'The event is sent again' }),
        onError: ({ message }) => toast.destructive({ title: 'Error', description: message }),
      },
    );
  return (
    <Button
      size="small"
      disabled={disabled}
      loading={replay.isPending}
      onClick={send}
      aria-label={`${status === 'waiting' ? 'Send now' : 'Send again'}: ${kind} ${eventId}`}
    >
      {status === 'waiting' ? 'Send now' : 'Send again'}
    </Button>
  );
}
