import { useQueryClient } from '@tanstack/react-query';
import { routes } from '@tradepost/contracts/routes';
import { send } from '../../api/send';
import { useMutation } from '../../api/use-mutation';
import { t } from '../../i18n/t';
import { useToast } from '../../ui/notice/use-toast';
import { ask } from '../../ui/question/ask';
import { recoveryKey } from './query';

/** Asks whether to stop the recovery with this id, and stops it. */
export function useStop() {
  const client = useQueryClient();
  const toast = useToast();
  const stop = useMutation({
    mutationFn: (id: string) => send(routes.stopRecovery, { id }),
    onSettled: () => client.invalidateQueries({ queryKey: [recoveryKey] }),
  });
  const askFirst = (id: string) =>
    ask({
      title: t('Stop the recovery?'),
      content: t(
        'What members have approved is deleted, and nothing is opened. The owner and all members who hold shares are notified.',
      ),
      okText: t('Stop the recovery'),
      okButtonProps: { danger: true },
      focusable: { autoFocusButton: 'cancel' },
      onOk: () =>
        stop.mutateAsync(id).then(
          ({ message }) => toast.success({ title: t('Success'), description: message }),
          ({ message }: Error) => toast.destructive({ title: t('Error'), description: message }),
        ),
    });
  return { askFirst, isPending: stop.isPending };
}
