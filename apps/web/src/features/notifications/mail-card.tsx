import { useQuery } from '@tanstack/react-query';
import { mailKinds, type MailKind } from '@tradepost/contracts/notification';
import { Card, Flex, Switch, Typography } from 'antd';
import { ErrorState } from '../../ui/feedback/error-state';
import { SkeletonList } from '../../ui/busy/skeleton-list';
import { useToast } from '../../ui/notice/use-toast';
import { preferencesQuery, useSavePreference } from './api';
import { t } from '../../i18n/t';
import layout from '../../ui/layout/layout.module.css';

/** Email preferences; emails about account security and registration are always sent. */
export function MailCard() {
  const { data, error, refetch } = useQuery(preferencesQuery);
  const save = useSavePreference();
  const toast = useToast();
  return (
    <section aria-labelledby="mails">
      <Typography.Title level={2} id="mails" className={layout.sectionTitle}>
        {t('Emails')}
      </Typography.Title>
      <Card>
        {error && !data ? (
          <ErrorState error={error} onRetry={refetch} />
        ) : !data ? (
          <SkeletonList />
        ) : (
          <Flex vertical gap={16}>
            {(Object.entries(mailKinds) as [MailKind, string][]).map(([kind, label]) => (
              <Flex key={kind} justify="space-between" align="center" gap={16} component="label">
                {t(label)}
                <Switch
                  aria-label={t(label)}
                  checked={data[kind]}
                  loading={save.isPending && save.variables.kind === kind}
                  onChange={(wanted) =>
                    save.mutate(
                      { kind, wanted },
                      { onError: ({ message }) => toast.destructive({ title: t('Error'), description: message }) },
                    )
                  }
                />
              </Flex>
            ))}
            <Typography.Text type="secondary">
              {t('Emails about account security and your business registration are always sent.')}
            </Typography.Text>
          </Flex>
        )}
      </Card>
    </section>
  );
}
