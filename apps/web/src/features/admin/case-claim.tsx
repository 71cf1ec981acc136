import type { KycCaseDetail } from '@tradepost/contracts/kyc';
import { routes } from '@tradepost/contracts/routes';
import { Alert, Button, Popconfirm } from 'antd';
import { send } from '../../api/send';
import { useUser } from '../../session/auth.store';
import { useToast } from '../../ui/notice/use-toast';
import { useCaseWork } from './api';
import { useCaseKeys } from './case-keys';
import { t } from '../../i18n/t';

/** Shows who claimed the case; only that admin decides it. */
export function CaseClaim({ found: { id, status, claimedBy, approvedBy } }: { found: KycCaseDetail }) {
  const { email } = useUser();
  const toast = useToast();
  const claim = useCaseWork(id, (takeOver: boolean) => send(routes.claimKycCase, { id, takeOver }));
  const release = useCaseWork(id, () => send(routes.releaseKycCase, { id }));
  const onError = ({ message }: Error) => toast.destructive({ title: t('Error'), description: message });
  const take = (takeOver: boolean) => claim.mutate(takeOver, { onError });
  const isOpen = status === 'Processing';
  useCaseKeys({ c: () => isOpen && claimedBy === null && take(false) });
  if (!isOpen) return null;

  const second =
    approvedBy === null
      ? undefined
      : approvedBy === email
        ? t('You have approved it; a second administrator must approve it too.')
        : t('{approvedBy} has approved it; a second administrator must approve it too.', { approvedBy });
  if (claimedBy === null)
    return (
      <Alert
        type="info"
        showIcon
        title={t('Unclaimed')}
        description={second}
        action={
          <Button type="primary" loading={claim.isPending} onClick={() => take(false)}>
            {t('Claim')}
          </Button>
        }
      />
    );
  if (claimedBy === email)
    return (
      <Alert
        type="success"
        showIcon
        title={t('Claimed by you')}
        description={second}
        action={
          <Button loading={release.isPending} onClick={() => release.mutate(undefined, { onError })}>
            {t('Release')}
          </Button>
        }
      />
    );
  return (
    <Alert
      type="warning"
      showIcon
      title={t('Claimed by {claimedBy}', { claimedBy })}
      description={second ?? t('You can view everything and write notes.')}
      action={
        <Popconfirm
          title={t('Take over this case?')}
          description={t('{claimedBy} is notified.', { claimedBy })}
          okText={t('Take over')}
          onConfirm={() => take(true)}
        >
          <Button loading={claim.isPending}>{t('Take over')}</Button>
        </Popconfirm>
      }
    />
  );
}
