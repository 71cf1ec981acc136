import type { KycCaseDetail } from '@tradepost/contracts/kyc';
import { routes } from '@tradepost/contracts/routes';
import { Alert, Button, Popconfirm } from 'antd';
import { send } from '../../api/send';
import { useUser } from '../../session/auth.store';
import { useToast } from '../../ui/use-toast';
import { useCaseWork } from './api';
import { useCaseKeys } from './case-keys';

/** Who works on the case; only that admin decides it. */
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
        title="Nobody works on this case"
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
        title="You work on this case"
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
      title={`${claimedBy} works on this case`}
      description={second ?? 'You can look at everything and write notes.'}
      action={
        <Popconfirm
          title="Take the case over?"
          description={`${claimedBy} sees that you did.`}
          okText="Take over"
          onConfirm={() => take(true)}
        >
          <Button loading={claim.isPending}>Take over</Button>
        </Popconfirm>
      }
    />
  );
}
