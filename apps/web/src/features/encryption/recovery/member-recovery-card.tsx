import { useQuery } from '@tanstack/react-query';
import type { RecoveryState } from '@tradepost/contracts/encryption/recovery';
import { Button, Flex, Modal, Typography } from 'antd';
import { useState } from 'react';
import { t } from '../../../i18n/t';
import { useUser } from '../../../session/auth.store';
import { usesVault } from '../../../session/may';
import { SectionCard } from '../../../ui/card/section-card';
import { formatDate } from '../../../ui/feedback/format';
import { StatusTag } from '../../../ui/feedback/status-tag';
import { onDemand } from '../../../ui/layout/on-demand';
import { QueryResult } from '../../../ui/list/query-result';
import { SkeletonList } from '../../../ui/busy/skeleton-list';
import { Holders, Progress } from '../../../vault/recovery/holders';
import { recoveryQuery } from '../../../vault/recovery/query';
import { RequestAlert } from './request-alert';

const ApproveDialog = onDemand(async () => (await import('./approve-dialog')).ApproveDialog);
const OwnNumber = onDemand(async () => (await import('../../../vault/company/own-number')).OwnNumber);

/** The share of a member, and the recovery that waits for it. */
export function MemberRecoveryCard() {
  const recovery = useQuery(recoveryQuery);
  const [isShowing, setShowing] = useState(false);
  // members who work with encrypted files have the button in another card
  const needsButton = !usesVault(useUser());
  const close = () => setShowing(false);
  return (
    <SectionCard
      title={t('Recovery by members')}
      extra={needsButton && <Button onClick={() => setShowing(true)}>{t('Show your security number')}</Button>}
    >
      <QueryResult query={recovery} placeholder={<SkeletonList rows={1} />}>
        {(state) => <Share state={state} />}
      </QueryResult>
      {isShowing && (
        <Modal
          open
          title={t('Your security number as a member')}
          onCancel={close}
          mask={{ closable: false }}
          footer={null}
          width={520}
        >
          <OwnNumber given="share" onDone={close} />
        </Modal>
      )}
    </SectionCard>
  );
}

function Share({ state }: { state: RecoveryState }) {
  const { set, share, owner } = state;
  if (!set)
    return (
      <Flex gap={12} align="center" wrap>
        <StatusTag tone="grey" text={t('No share')} />
        <Typography.Text type="secondary">
          {t(
            'The owner of your company can give you a recovery share. If the owner loses the password and the recovery key, enough members with shares can help together.',
          )}
        </Typography.Text>
      </Flex>
    );
  return (
    <Flex vertical gap={16}>
      <Waiting state={state} />
      <Flex gap={12} align="center" wrap>
        <StatusTag
          tone={share === null ? 'red' : 'green'}
          text={share === null ? t('Share lost') : t('Holds a share')}
        />
        <Typography.Text type="secondary">
          {share === null
            ? t('You have another key by now, so your share cannot be used. Ask the owner for a new one.')
            : t(
                'If {owner} loses the password and the recovery key, {threshold} of {count} members can open the keys again.',
                {
                  threshold: set.threshold,
                  count: set.shares.length,
                  owner: owner.email,
                },
              )}
        </Typography.Text>
      </Flex>
    </Flex>
  );
}

/** The recovery that waits for this member's share. */
function Waiting({ state }: { state: RecoveryState }) {
  const { id } = useUser();
  // another recovery opens no dialog
  const [approving, setApproving] = useState<string>();
  const { request, share, owner } = state;
  if (!request) return null;
  const hasApproved = request.approvedBy.includes(id);
  return (
    <>
      <RequestAlert
        requestId={request.requestId}
        title={t('{owner} asks to recover the keys of your company', { owner: owner.email })}
        description={
          hasApproved
            ? t('You have approved it. If the owner did not start it, stop it.')
            : t(
                'Approve it only after the owner has read the number to you by phone or in person. If the owner did not start it, stop it. It ends on {time}.',
                { time: formatDate(request.expiresAt) },
              )
        }
      >
        {!hasApproved && share !== null && (
          <Button type="primary" onClick={() => setApproving(request.requestId)}>
            {t('Approve the recovery')}
          </Button>
        )}
      </RequestAlert>
      <Progress state={state} />
      <Holders state={state} />
      {approving === request.requestId && (
        <ApproveDialog requestId={request.requestId} onClose={() => setApproving(undefined)} />
      )}
    </>
  );
}
