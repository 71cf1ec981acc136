import { isNewAddress } from '@tradepost/contracts/values/fields';
import { Button } from 'antd';
import { EmptyState } from '../../../ui/feedback/empty-state';
import { useToast } from '../../../ui/notice/use-toast';
import { useInvitePartner } from '../api';
import { t } from '../../../i18n/t';

interface NoMatchProps {
  search: string;
  onInvited: (email: string) => void;
}

/** No partner has what was searched for. An address can be invited here. */
export function NoMatch({ search, onInvited }: NoMatchProps) {
  const invite = useInvitePartner();
  const toast = useToast();
  const email = search.trim();
  if (!isNewAddress(email)) return <EmptyState title={t('No matching emails')} text={t('Try another search.')} />;
  const send = () =>
    invite.mutate(email, {
      onSuccess: () => onInvited(email),
      onError: ({ message }) => toast.destructive({ title: t('The Invite failes'), description: message }),
    });
  return (
    <EmptyState
      title={t('Not a partner yet')}
      text={t('They see the folder after they accept your invitation.')}
      action={
        <Button loading={invite.isPending} onClick={send}>
          {t('Invite {email}', { email })}
        </Button>
      }
    />
  );
}
