import { ClockCircleOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import type { RouteIn } from '@tradepost/contracts/routes';
import { routes } from '@tradepost/contracts/routes';
import { Alert, Button, Skeleton } from 'antd';
import { send } from '../api/send';
import { ChangedKey, KnownKey } from './key-check';

/** The receiver's key, as far as it matters before sealed files are given to them. `isGood`: they can be. */
export function useReceiverKey(of: RouteIn<typeof routes.toSeal>, enabled: boolean) {
  const query = useQuery({
    queryKey: ['receiver-key', of],
    queryFn: async ({ signal }) => {
      const { receiverOf } = await import('./grants-for');
      return receiverOf(await send(routes.toSeal, of, { signal }));
    },
    enabled,
    retry: false,
    gcTime: 0,
    staleTime: Infinity,
  });
  return { ...query, isGood: !!query.data && query.data.state !== 'changed' };
}

export const waitingWords = 'Waiting for the receiver’s key';

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
        icon={<ClockCircleOutlined />}
        title={waitingWords}
        description={`${who} has not made a key yet, to which the files could be encrypted. It is made when they next sign in; you are told then.`}
        action={again}
      />
    );
  if (data.state === 'changed')
    return (
      <ChangedKey
        contact={data}
        who={who}
        blocked="The files are not given to the new key until you confirm it."
        onAccepted={() => void refetch()}
      />
    );
  return <KnownKey contact={data} who={who} />;
}
