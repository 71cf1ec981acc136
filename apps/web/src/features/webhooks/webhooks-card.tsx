import { useQuery } from '@tanstack/react-query';
import { webhooksPerCompany, type Webhook } from '@tradepost/contracts/webhooks';
import { Button, Card, Typography } from 'antd';
import { useState } from 'react';
import { EmptyState } from '../../ui/empty-state';
import { ErrorState } from '../../ui/error-state';
import { SkeletonList } from '../../ui/skeleton-list';
import { webhooksQuery } from './api';
import { WebhookDialog } from './webhook-dialog';
import { WebhookRow } from './webhook-row';

/** Where the company's own programs are told what happens. */
export function WebhooksCard() {
  const { data, error, refetch } = useQuery(webhooksQuery);
  const [open, setOpen] = useState<Webhook | 'new'>();
  const full = data !== undefined && data.length >= webhooksPerCompany;
  return (
    <section aria-labelledby="webhooks">
      <Typography.Title level={2} id="webhooks" style={{ fontSize: 18, margin: '0 0 16px' }}>
        Webhooks
      </Typography.Title>
      <Card
        className="wrapping-head"
        title="Where your programs are told"
        styles={{ body: { padding: data ? 0 : undefined } }}
        extra={
          data && (
            <Button type={data.length === 0 ? 'primary' : 'default'} disabled={full} onClick={() => setOpen('new')}>
              Add a webhook
            </Button>
          )
        }
      >
        {error && !data ? (
          <ErrorState error={error} onRetry={refetch} />
        ) : !data ? (
          <SkeletonList rows={2} />
        ) : data.length === 0 ? (
          <EmptyState
            title="No webhooks yet"
            text="A webhook sends what happens here to a program of yours, signed and within seconds."
          />
        ) : (
          <ul aria-label="Webhooks" style={{ listStyle: 'none', margin: 0, padding: 0 }}>
            {data.map((webhook) => (
              <WebhookRow key={webhook.id} webhook={webhook} onEdit={() => setOpen(webhook)} />
            ))}
          </ul>
        )}
        {full && (
          <Typography.Text type="secondary" style={{ display: 'block', padding: '0 24px 16px' }}>
            A company can have {webhooksPerCompany} webhooks.
          </Typography.Text>
        )}
      </Card>
      {open && <WebhookDialog {...(open !== 'new' && { webhook: open })} onClose={() => setOpen(undefined)} />}
    </section>
  );
}
