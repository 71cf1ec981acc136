import { useQuery } from '@tanstack/react-query';
import { mailKinds, type MailKind } from '@tradepost/contracts/notification';
import { Flex, Switch, Typography } from 'antd';
import { SectionCard } from '../../ui/card/section-card';
import { ErrorState } from '../../ui/feedback/error-state';
import { SkeletonList } from '../../ui/busy/skeleton-list';
import { useToast } from '../../ui/notice/use-toast';
import { preferencesQuery, useSavePreference } from './api';
import { t } from '../../i18n/t';

/** Email preferences; emails about account security and registration are always sent. */
export function MailCard() {
  const { data, error, refetch } = useQuery(preferencesQuery);
  const save = useSavePreference();
  const toast = useToast();
  return (
    <SectionCard title={t('Emails')}>
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
    </SectionCard>
  );
}
