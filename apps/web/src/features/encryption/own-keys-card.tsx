import { useQuery } from '@tanstack/react-query';
import { fingerprint } from '@tradepost/sealing/keys/bundle';
import { Button, Flex, Skeleton, Typography } from 'antd';
import { SectionCard } from '../../ui/card/section-card';
import { Fingerprint } from '../../ui/keys/fingerprint';
import { useUser } from '../../session/auth.store';
import { ErrorState } from '../../ui/feedback/error-state';
import { StatusTag } from '../../ui/feedback/status-tag';
import { keysQuery } from '../../vault/queries';
import { useVault } from '../../vault/vault';
import { useVaultStore, type VaultDialog } from '../../vault/vault.store';
import { messageFor } from '../../vault/texts';
import { t } from '../../i18n/t';

const show = (dialog: VaultDialog) => useVaultStore.setState({ dialog });

export function OwnKeysCard() {
  const { state, vault } = useVault();
  const { stored, refused } = useVaultStore();
  const { error, refetch } = useQuery(keysQuery(useUser().id));
  const saved = stored?.recoverySaved ?? false;
  return (
    <SectionCard
      title={t('Your keys')}
      extra={
        vault ? (
          <Flex gap={8} wrap>
            <Button onClick={() => show({ kind: 'rotate' })}>{t('Create new keys')}</Button>
            <Button type={saved ? 'default' : 'primary'} onClick={() => show({ kind: 'renew' })}>
              {saved ? t('Create a new recovery key') : t('Create a recovery key')}
            </Button>
          </Flex>
        ) : (
          state !== 'loading' &&
          !refused && (
            <Button type="primary" onClick={() => show({ kind: 'open' })}>
              {state === 'none' ? t('Set up') : t('Unlock')}
            </Button>
          )
        )
      }
    >
      {vault ? (
        <Flex vertical gap={16}>
          <Flex vertical gap={8}>
            <Typography.Text strong>{t('Your security number')}</Typography.Text>
            <Fingerprint digits={fingerprint(vault.own)} label={t('Your security number')} />
            <Typography.Text type="secondary">
              {t(
                'If your partner sees the same 40 digits next to your name, they have your real key. Compare the digits by phone, on a number you know, or in person.',
              )}
            </Typography.Text>
          </Flex>
          <Flex gap={12} align="center" wrap>
            <StatusTag
              tone={saved ? 'green' : 'yellow'}
              text={saved ? t('Recovery key saved') : t('Recovery key not saved')}
            />
            <Typography.Text type="secondary">
              {saved
                ? t('It opens your encrypted files if you forget your password.')
                : t('Create one and save it: it is the only way in if you forget your password.')}
            </Typography.Text>
          </Flex>
        </Flex>
      ) : state === 'loading' && error ? (
        <ErrorState error={error} onRetry={refetch} />
      ) : state === 'loading' ? (
        <Skeleton active title={false} paragraph={{ rows: 2 }} />
      ) : (
        <Typography.Text type="secondary">
          {refused
            ? messageFor(refused)
            : state === 'none'
              ? t('You have no keys yet. With them, only you and the partner you deliver to can open your files.')
              : t('They are locked on this device. Your password or your recovery key unlocks them.')}
        </Typography.Text>
      )}
    </SectionCard>
  );
}
