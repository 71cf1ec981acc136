import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { routes } from '@tradepost/contracts/routes';
import { Alert, Button } from 'antd';
import { meQuery } from '../../api/queries';
import { send } from '../../api/send';
import { formatDate } from '../../ui/format';
import { useToast } from '../../ui/use-toast';

/** Above every screen while the account is about to be deleted. */
export function DeletionNotice() {
  const client = useQueryClient();
  const toast = useToast();
  const { data: me } = useQuery(meQuery);
  const keep = useMutation({
    mutationFn: () => send(routes.cancelDeletion, {}),
    onSuccess: async ({ message }) => {
      await client.invalidateQueries({ queryKey: meQuery.queryKey });
      toast.success({ title: 'Success', description: message });
    },
    onError: ({ message }) => toast.destructive({ title: 'Error', description: message }),
  });
  if (!me?.deletionAt) return null;
  return (
    <Alert
      type="warning"
      showIcon
      title={`Your account will be deleted on ${formatDate(me.deletionAt)}`}
      action={
        <Button loading={keep.isPending} onClick={() => keep.mutate()}>
          Keep my account
        </Button>
      }
      style={{ marginBottom: 24 }}
    />
  );
}
