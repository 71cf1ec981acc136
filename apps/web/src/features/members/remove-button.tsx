import type { Member } from '@tradepost/contracts/identity';
import { isOwner } from '@tradepost/contracts/roles';
import { Button } from 'antd';
import { useUser } from '../../session/auth.store';
import { nameOf } from '../../ui/feedback/role-names';
import { useToast } from '../../ui/notice/use-toast';
import { ask } from '../../ui/question/ask';
import { useRemoveMember } from './api';
import { leaverText } from './keys/key-state';
import { offerNewKeysAfter } from './keys/new-keys';
import { t } from '../../i18n/t';

/** Removes a member after a question, and offers the owner new company keys. */
export function RemoveButton({ member }: { member: Member }) {
  const user = useUser();
  const remove = useRemoveMember();
  const toast = useToast();
  const name = nameOf(member);
  const askFirst = () =>
    ask({
      title: t('Remove {name}?', { name }),
      content: [
        t('They are signed out of your company at once, and see nothing of it any more.'),
        ...(member.hasKeys ? [leaverText()] : []),
      ].join(' '),
      okText: t('Remove'),
      okButtonProps: { danger: true },
      focusable: { autoFocusButton: 'cancel' },
      onOk: () =>
        remove.mutateAsync(member).then(
          ({ message }) => {
            toast.success({ title: t('Success'), description: message });
            if (isOwner(user)) offerNewKeysAfter(member);
          },
          ({ message }: Error) => toast.destructive({ title: t('Error'), description: message }),
        ),
    });
  return (
    <Button size="small" danger loading={remove.isPending} aria-label={t('Remove {name}', { name })} onClick={askFirst}>
      {t('Remove')}
    </Button>
  );
}
