import type { RequestView } from '@tradepost/contracts/requests';
import { isOwner } from '@tradepost/contracts/roles';
import { Button, Flex, Typography } from 'antd';
import { useUser } from '../../../session/auth.store';
import { useMay } from '../../../session/may';
import { ExchangeCard } from '../../../ui/exchange/exchange-page';
import { TimeText } from '../../../ui/feedback/time-text';
import { useToast } from '../../../ui/notice/use-toast';
import { useApprove, useWithdrawApproval } from '../api';
import { t } from '../../../i18n/t';
import layout from '../../../ui/layout/layout.module.css';

/** Who has approved the request; nothing if it needs no approval. */
export function Approvals({ request: { approvals } }: { request: RequestView }) {
  if (!approvals) return null;
  const { needed, given } = approvals;
  return (
    <ExchangeCard title={t('Approvals')}>
      <Flex vertical gap={8}>
        <Typography.Text>
          {t('{given} of {needed, plural, one {# approval} other {# approvals}}', { given: given.length, needed })}
        </Typography.Text>
        {given.length > 0 && (
          <ul aria-label={t('Approvals')} className={layout.bareList}>
            {given.map(({ userId, email, at }) => (
              <li key={userId} className={layout.breakWords}>
                {email ?? t('A deleted account')}{' '}
                <Typography.Text type="secondary" className={layout.small}>
                  <TimeText iso={at} isRelative />
                </Typography.Text>
              </li>
            ))}
          </ul>
        )}
      </Flex>
    </ExchangeCard>
  );
}

/** Approves a pending request, or withdraws the approval. The owner accepts without approving. */
export function ApproveButton({ request: { id, status, approvals } }: { request: RequestView }) {
  const user = useUser();
  const mayApprove = useMay('approve');
  const approve = useApprove();
  const withdraw = useWithdrawApproval();
  const toast = useToast();
  if (!approvals || status !== 'pending' || !mayApprove || isOwner(user)) return null;
  const isGiven = approvals.given.some(({ userId }) => userId === user.id);
  const change = isGiven ? withdraw : approve;
  return (
    <Button
      {...(!isGiven && { type: 'primary' })}
      loading={change.isPending}
      onClick={() =>
        change.mutate(id, {
          onSuccess: () =>
            toast.success({
              title: t('Success'),
              description: isGiven ? t('Your approval was withdrawn.') : t('You approved this request.'),
            }),
          onError: ({ message }) => toast.destructive({ title: t('Error'), description: message }),
        })
      }
    >
      {isGiven ? t('Withdraw approval') : t('Approve')}
    </Button>
  );
}
