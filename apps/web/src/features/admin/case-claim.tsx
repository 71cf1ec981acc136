import type { KycCaseDetail } from '@tradepost/contracts/kyc';
import { routes } from '@tradepost/contracts/routes';
import { Alert, Button, Popconfirm } from 'antd';
import { send } from '../../api/send';
import { useUser } from '../../session/auth.store';
import { useToast } from '../../ui/feedback/use-toast';
import { useCaseWork } from './api';
import { useCaseKeys } from './case-keys';

/** Shows who claimed the case; only that admin decides it. */
export function CaseClaim({ found: { id, status, claimedBy, approvedBy } }: { found: KycCaseDetail }) {
  const { email } = useUser();
  const toast = useToast();
  const claim = useCaseWork(id, (takeOver: boolean) => send(routes.claimKycCase, { id, takeOver }));
  const release = useCaseWork(id, () => send(routes.releaseKycCase, { id }));
  const onError = ({ message }: Error) => toast.destructive({ title: 'Error', description: message });
  const take = (takeOver: boolean) => claim.mutate(takeOver, { onError });
  const isOpen = status === 'Processing';
  useCaseKeys({ c: () => isOpen && claimedBy === null && take(false) });
  if (!isOpen) return null;

  const second =
    approvedBy &&
    `${approvedBy === email ? 'You have' : `${approvedBy} has`} approved it; a second administrator must approve it too.`;
  if (claimedBy === null)
    return (
      <Alert
        type="info"
        showIcon
        title="Unclaimed"
        description={second}
        action={
          <Button type="primary" loading={claim.isPending} onClick={() => take(false)}>
            Claim
          </Button>
        }
      />
    );
  if (claimedBy === email)
    return (
      <Alert
        type="success"
        showIcon
        title="Claimed by you"
        description={second}
        action={
          <Button loading={release.isPending} onClick={() => release.mutate(undefined, { onError })}>
            Release
          </Button>
        }
      />
    );
  return (
    <Alert
      type="warning"
      showIcon
      title={`Claimed by ${claimedBy}`}
      description={second ?? 'You can view everything and write notes.'}
      action={
        <Popconfirm
          title="Take over this case?"
          description={`${claimedBy} is notified.`}
          okText="Take over"
          onConfirm={() => take(true)}
        >
          <Button loading={claim.isPending}>Take over</Button>
        </Popconfirm>
      }
    />
  );
}
