import { ClockCircleOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import type { RouteIn } from '@tradepost/contracts/routes';
import { routes } from '@tradepost/contracts/routes';
import { Alert, Button, Skeleton } from 'antd';
import { send } from '../api/send';
import { ChangedKey, KnownKey } from './key-check';

/** The receiver's key before sealed files are shared with them. `isGood`: it may be used. */
export function useReceiverKey(of: RouteIn<typeof routes.sealingTargets>, enabled: boolean) {
  const query = useQuery({
    queryKey: ['receiver-key', of],
    queryFn: async ({ signal }) => {
      const { receiverOf } = await import('./grants-for');
      return receiverOf(await send(routes.sealingTargets, of, { signal }));
    },
    enabled,
    retry: false,
    gcTime: 0,
    staleTime: Infinity,
  });
  return { ...query, isGood: !!query.data && query.data.state !== 'changed' };
}

const waitingText = 'Waiting for the receiver’s key';

export function ReceiverKey({
  receiverKey: { data, error, isFetching, refetch },
  who,
}: {
  receiverKey: ReturnType<typeof useReceiverKey>;
  who: string;
}) {
  const again = (
    <Button size="small" loading={isFetching} onClick={() => void refetch()}>
      Try again
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
        description={`${who} hasn’t set up encryption yet. It is set up when they next sign in, and we will notify you.`}
        action={again}
      />
    );
  if (data.state === 'changed')
    return (
      <ChangedKey
        contact={data}
        who={who}
        blocked="The files are not shared with the new key until you confirm it."
        onAccepted={() => void refetch()}
      />
    );
  return <KnownKey contact={data} who={who} />;
}
