import { useQuery } from '@tanstack/react-query';
import { mailKinds, type MailKind } from '@tradepost/contracts/notification';
import { Card, Flex, Switch, Typography } from 'antd';
import { ErrorState } from '../../ui/error-state';
import { SkeletonList } from '../../ui/skeleton-list';
import { useToast } from '../../ui/use-toast';
import { preferencesQuery, useSavePreference } from './api';

/** Which mails one wants; those about the account's safety and its registration always come. */
export function MailCard() {
  const { data, error, refetch } = useQuery(preferencesQuery);
  const save = useSavePreference();
  const toast = useToast();
  return (
    <section aria-labelledby="mails">
      <Typography.Title level={2} id="mails" style={{ fontSize: 18, margin: '0 0 16px' }}>
        Mails
      </Typography.Title>
      <Card>
        {error && !data ? (
          <ErrorState error={error} onRetry={refetch} />
        ) : !data ? (
          <SkeletonList />
        ) : (
          <Flex vertical gap={14}>
            {(Object.entries(mailKinds) as [MailKind, string][]).map(([kind, label]) => (
              <Flex key={kind} justify="space-between" align="center" gap={16} component="label">
                {label}
                <Switch
                  aria-label={label}
                  checked={data[kind]}
                  loading={save.isPending && save.variables.kind === kind}
                  onChange={(wanted) =>
                    save.mutate(
                      { kind, wanted },
                      { onError: ({ message }) => toast.destructive({ title: 'Error', description: message }) },
                    )
                  }
                />
              </Flex>
            ))}
            <Typography.Text type="secondary">
              Mails about your account’s safety and your business registration always come.
            </Typography.Text>
          </Flex>
        )}
      </Card>
    </section>
  );
}
