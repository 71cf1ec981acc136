import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Flex, Skeleton, Typography } from 'antd';
import { useState } from 'react';
import { t } from '../../../i18n/t';
import { SectionCard } from '../../../ui/card/section-card';
import { ErrorState } from '../../../ui/feedback/error-state';
import { formatDay } from '../../../ui/feedback/format';
import { StatusTag } from '../../../ui/feedback/status-tag';
import { onDemand } from '../../../ui/layout/on-demand';
import { Holders, Progress } from '../../../vault/recovery/holders';
import type { OwnShares } from '../../../vault/recovery/shares';
import { recoveryMessage } from '../../../vault/recovery/texts';
import { requireKeyring, VaultClosed } from '../../../vault/vault';
import { useVaultStore } from '../../../vault/vault.store';
import { ownSharesQuery } from './api';
import { RequestAlert } from './request-alert';

const SplitDialog = onDemand(async () => (await import('./split-dialog')).SplitDialog);
const EndDialog = onDemand(async () => (await import('./end-dialog')).EndDialog);

/** Which members open the keys of the company together if the owner has lost the password and the recovery key. */
export function OwnRecoveryCard() {
  const state = useVaultStore((store) => store.state);
  const isOpen = state === 'open';
  const {
    data: found,
    error,
    refetch,
  } = useQuery({ ...ownSharesQuery(isOpen), enabled: state !== 'loading' && state !== 'none' });
  const data = state === 'none' ? null : found;
  const [isChoosing, setChoosing] = useState(false);
  const [isEnding, setEnding] = useState(false);
  const choose = async () => {
    try {
      await requireKeyring();
      setChoosing(true);
    } catch (problem) {
      // the person has closed the dialog that asks for the password
      if (!(problem instanceof VaultClosed)) throw problem;
    }
  };
  return (
    <SectionCard
      title={t('Recovery by members')}
      extra={
        data !== undefined && (
          <Flex gap={8} wrap>
            <Button onClick={() => void choose()}>{data ? t('Replace the shares') : t('Choose members')}</Button>
            {data && <Button onClick={() => setEnding(true)}>{t('Remove the shares')}</Button>}
          </Flex>
        )
      }
    >
      {data ? (
        <Shares shares={data} isOpen={isOpen} />
      ) : data === null ? (
        <Flex gap={12} align="center" wrap>
          <StatusTag tone="grey" text={t('No shares')} />
          <Typography.Text type="secondary">
            {t(
              'If you lose your password and your recovery key, nobody can open your files. Give recovery shares to members you trust: enough of them together can then open your keys again.',
            )}
          </Typography.Text>
        </Flex>
      ) : error ? (
        <ErrorState error={new Error(recoveryMessage(error))} onRetry={refetch} />
      ) : (
        <Skeleton active title={false} paragraph={{ rows: 2 }} />
      )}
      {isChoosing && <SplitDialog onClose={() => setChoosing(false)} />}
      {isEnding && <EndDialog onClose={() => setEnding(false)} />}
    </SectionCard>
  );
}

function Shares({ shares: { sent, isRecorded }, isOpen }: { shares: OwnShares; isOpen: boolean }) {
  const { set, lost, request } = sent;
  const left = set.shares.length - lost.length;
  return (
    <Flex vertical gap={16}>
      {request && (
        <RequestAlert
          requestId={request.requestId}
          title={t('A recovery of your keys was started')}
          description={
            isOpen
              ? t(
                  'If you did not start it, stop it, change your password, and end your other sessions: someone may use your mailbox.',
                )
              : t(
                  'Read the number to the members and finish once enough have approved. If you did not start it, stop it.',
                )
          }
        >
          {!isOpen && (
            <Button type="primary" onClick={() => useVaultStore.setState({ dialog: { kind: 'open', by: 'members' } })}>
              {t('Continue the recovery')}
            </Button>
          )}
        </RequestAlert>
      )}
      {isRecorded === false ? (
        <Alert
          type="warning"
          showIcon
          title={t(
            'The server has other shares than the ones in your record. They open nothing: choose members again.',
          )}
        />
      ) : (
        lost.length > 0 && (
          <Alert
            type="warning"
            showIcon
            title={
              left < set.threshold
                ? t('Too few shares are left to open your keys. Choose members again.')
                : t('Some shares cannot be used any more. Choose members again.')
            }
            description={t('A share is lost when its member leaves the company, is suspended, or has another key.')}
          />
        )
      )}
      <Typography.Text>
        {t('{threshold} of these {count} members open your keys together. You gave the shares on {day}.', {
          threshold: set.threshold,
          count: set.shares.length,
          day: formatDay(set.createdAt),
        })}
      </Typography.Text>
      {request && <Progress state={sent} />}
      <Holders state={sent} />
      <Typography.Text type="secondary">
        {t('New keys end these shares. Then, and when a member with a share leaves, choose members again.')}
      </Typography.Text>
    </Flex>
  );
}
