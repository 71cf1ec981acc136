import { PlusOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { webhooksPerCompany, type Webhook } from '@tradepost/contracts/webhooks';
import { Button, Typography } from 'antd';
import { useState } from 'react';
import { SectionCard } from '../../ui/card/section-card';
import { EmptyState } from '../../ui/feedback/empty-state';
import { QueryResult } from '../../ui/list/query-result';
import { SkeletonList } from '../../ui/busy/skeleton-list';
import { webhooksQuery } from './api';
import { WebhookDialog } from './webhook-dialog';
import { WebhookRow } from './webhook-row';
import { t } from '../../i18n/t';
import layout from '../../ui/layout/layout.module.css';
import styles from './webhooks.module.css';

/** The company's webhooks. */
export function WebhooksCard() {
  const query = useQuery(webhooksQuery);
  const { data } = query;
  const [open, setOpen] = useState<Webhook | 'new'>();
  const full = data !== undefined && data.length >= webhooksPerCompany;
  return (
    <>
      <SectionCard
        title={t('Webhooks')}
        styles={{ body: { padding: data ? 0 : undefined } }}
        extra={
          data && (
            <Button
              type={data.length === 0 ? 'primary' : 'default'}
              icon={<PlusOutlined aria-hidden />}
              disabled={full}
              onClick={() => setOpen('new')}
            >
              {t('Add a webhook')}
            </Button>
          )
        }
      >
        <QueryResult query={query} placeholder={<SkeletonList rows={2} />}>
          {(webhooks) =>
            webhooks.length === 0 ? (
              <EmptyState
                title={t('No webhooks yet')}
                text={t('A webhook sends signed events to your program within seconds.')}
              />
            ) : (
              <ul aria-label={t('Webhooks')} className={layout.bareList}>
                {webhooks.map((webhook) => (
                  <WebhookRow key={webhook.id} webhook={webhook} onEdit={() => setOpen(webhook)} />
                ))}
              </ul>
            )
          }
        </QueryResult>
        {full && (
          <Typography.Text type="secondary" className={styles.full}>
            {t('A company can have {webhooksPerCompany} webhooks.', { webhooksPerCompany })}
          </Typography.Text>
        )}
      </SectionCard>
      {open && <WebhookDialog {...(open !== 'new' && { webhook: open })} onClose={() => setOpen(undefined)} />}
    </>
  );
}
