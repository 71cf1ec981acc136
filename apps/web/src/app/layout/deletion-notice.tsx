import { useQuery, useQueryClient } from '@tanstack/react-query';
import { routes } from '@tradepost/contracts/routes';
import { Alert, Button } from 'antd';
import { meQuery } from '../../api/queries';
import { send } from '../../api/send';
import { useMutation } from '../../api/use-mutation';
import { formatDate } from '../../ui/feedback/format';
import { useToast } from '../../ui/notice/use-toast';
import { t } from '../../i18n/t';

/** Shown above every screen while the account is scheduled for deletion. */
export function DeletionNotice() {
  const client = useQueryClient();
  const toast = useToast();
  const { data: me } = useQuery(meQuery);
  const cancel = useMutation({
    mutationFn: () => send(routes.cancelDeletion, {}),
    onSuccess: async ({ message }) => {
      await client.invalidateQueries({ queryKey: meQuery.queryKey });
      toast.success({ title: t('Success'), description: message });
    },
    onError: ({ message }) => toast.destructive({ title: t('Error'), description: message }),
  });
  if (!me?.deletionAt) return null;
  return (
    <Alert
      type="warning"
      showIcon
      title={t('Your account will be deleted on {deletionAt}', { deletionAt: formatDate(me.deletionAt) })}
      action={
        <Button loading={cancel.isPending} onClick={() => cancel.mutate()}>
          {t('Keep my account')}
        </Button>
      }
    />
  );
}
