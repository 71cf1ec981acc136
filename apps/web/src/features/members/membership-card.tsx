import type { User } from '@tradepost/contracts/identity';
import { Button, Descriptions } from 'antd';
import { SectionCard } from '../../ui/card/section-card';
import { leaveBy, signOut } from '../../session/auth.store';
import { useMay } from '../../session/may';
import { useToast } from '../../ui/notice/use-toast';
import { ask } from '../../ui/question/ask';
import { useLeaveCompany } from './api';
import { namesOf } from '../../ui/feedback/role-names';
import { t } from '../../i18n/t';

/** What the person is in the company that they act for, and how to leave it. */
export function MembershipCard({ user }: { user: User }) {
  const leave = useLeaveCompany();
  const toast = useToast();
  const mayLeave = useMay('account');
  const { companyId, companyName } = user;
  if (companyId === null) return null;
  const askFirst = () =>
    ask({
      title: t('Leave {companyName}?', { companyName }),
      content: t('You are signed out, and see nothing of this company any more. Its owner can invite you again.'),
      okText: t('Leave company'),
      okButtonProps: { danger: true },
      cancelText: t('Cancel'),
      focusable: { autoFocusButton: 'cancel' },
      onOk: () =>
        leaveBy(() => leave.mutateAsync(companyId)).then(signOut, ({ message }: Error) =>
          toast.destructive({ title: t('Error'), description: message }),
        ),
    });
  return (
    <SectionCard
      title={t('Company')}
      extra={
        mayLeave && (
          <Button danger loading={leave.isPending} onClick={askFirst}>
            {t('Leave company')}
          </Button>
        )
      }
    >
      <Descriptions
        column={1}
        items={[
          { key: 'company', label: t('Name'), children: companyName },
          { key: 'role', label: t('Role'), children: namesOf(user.roles) },
        ]}
      />
    </SectionCard>
  );
}
