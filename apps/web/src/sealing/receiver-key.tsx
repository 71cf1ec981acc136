import { ClockCircleOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import type { Shown } from '@tradepost/client/transfers/receivers';
import { Alert, Button, Flex, Skeleton, Typography } from 'antd';
import { formatDate } from '../ui/feedback/format';
import { ChangedKey } from './key-check';
import { KnownKey } from './known-key';
import { t } from '../i18n/t';

/**
 * The receiver's key before sealed files are shared with them, and whether they have signed the request. `isGood`: access may be given.
 */
export function useReceiverKey(of: Shown, enabled: boolean) {
  const query = useQuery({
    queryKey: ['receiver-key', of],
    queryFn: async ({ signal }) => (await import('./grants-for')).receiverOf(of, signal),
    enabled,
    retry: false,
    gcTime: 0,
    staleTime: Infinity,
  });
  return { ...query, isGood: !!query.data && query.data.state !== 'changed' && query.data.signedAt !== null };
}

const waitingText = t('Waiting for the receiver’s key');
export const unsignedText = t('Waiting for the receiver’s signature');

export function ReceiverKey({
  receiverKey: { data, error, isFetching, refetch },
  who,
}: {
  receiverKey: ReturnType<typeof useReceiverKey>;
  who: string;
}) {
  const again = (
    <Button size="small" loading={isFetching} onClick={() => void refetch()}>
      {t('Try again')}
    </Button>
  );
  if (error) return <Alert type="error" showIcon role="alert" title={error.message} action={again} />;
  if (data === undefined) return <Skeleton active title={false} paragraph={{ rows: 1 }} />;
  if (data === null)
    return (
      <Alert
        type="info"
        showIcon
        icon={<ClockCircleOutlined aria-hidden />}
        title={waitingText}
        description={t(
          '{who} hasn’t set up encryption yet. It is set up when they next sign in, and we will notify you.',
          { who },
        )}
        action={again}
      />
    );
  if (data.state === 'changed')
    return (
      <ChangedKey
        contact={data}
        who={who}
        blocked={t('The files are not shared with the new key until you confirm it.')}
        onAccepted={() => void refetch()}
      />
    );
  if (data.signedAt === null)
    return (
      <Alert
        type="info"
        showIcon
        icon={<ClockCircleOutlined />}
        title={unsignedText}
        description={t(
          '{who} has to sign this request under My Requests: it was sent before they had keys, or a file was replaced since. We will notify you.',
          { who },
        )}
        action={again}
      />
    );
  return (
    <Flex vertical gap={8}>
      <KnownKey contact={data} who={who} />
      {data.signedAt && (
        <Typography.Text type="secondary">
          {t('Signed by {who} on {formatDate}', { who, formatDate: formatDate(data.signedAt.toISOString()) })}
        </Typography.Text>
      )}
    </Flex>
  );
}
