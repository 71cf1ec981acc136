import { fingerprint } from '@tradepost/sealing/keys/bundle';
import { Button, Flex, Skeleton, Typography } from 'antd';
import { SectionCard } from '../../ui/card/section-card';
import { StatusTag } from '../../ui/feedback/status-tag';
import { Fingerprint } from '../../ui/keys/fingerprint';
import { messageFor } from '../../vault/texts';
import { useVaultStore, type VaultDialog } from '../../vault/vault.store';
import { useUser } from '../../session/auth.store';
import { t } from '../../i18n/t';
import { KeyPasskeys } from './key-passkeys';

const show = (dialog: VaultDialog) => useVaultStore.setState({ dialog });

const texts = {
  none: t(
    'The owner of your company has not given you encryption keys yet. Read your security number to the owner to get them.',
  ),
  locked: t('They are locked on this device. Your password unlocks them.'),
  lockedWithoutPassword: t('They are locked on this device. Your passkeys or your recovery key unlock them.'),
  open: t('You work with the end-to-end encrypted files of your company, as your roles allow.'),
};

/** The keys of the company as a member has them, and the member's own number, which the owner compares. */
export function MemberKeysCard() {
  const { state, vault, refused } = useVaultStore();
  const { withoutPassword } = useUser();
  const isGiven = state === 'open' || state === 'locked';
  return (
    <SectionCard
      title={t('Your encryption keys')}
      extra={
        <Flex gap={8} wrap>
          <Button type={state === 'none' ? 'primary' : 'default'} onClick={() => show({ kind: 'own-number' })}>
            {t('Show your security number')}
          </Button>
          {state === 'locked' && !refused && (
            <Button type="primary" onClick={() => show({ kind: 'open' })}>
              {t('Unlock')}
            </Button>
          )}
        </Flex>
      }
    >
      {state === 'loading' ? (
        <Skeleton active title={false} paragraph={{ rows: 2 }} />
      ) : (
        <Flex vertical gap={16}>
          <Flex gap={12} align="center" wrap>
            <StatusTag tone={isGiven ? 'green' : 'grey'} text={isGiven ? t('Has keys') : t('No key yet')} />
            <Typography.Text type="secondary">
              {refused
                ? messageFor(refused)
                : texts[withoutPassword && state === 'locked' ? 'lockedWithoutPassword' : state]}
            </Typography.Text>
          </Flex>
          {withoutPassword && <KeyPasskeys />}
          {vault && (
            <Flex vertical gap={8}>
              <Typography.Text strong>{t('Security number of your company')}</Typography.Text>
              <Fingerprint digits={fingerprint(vault.own)} label={t('Security number of your company')} />
            </Flex>
          )}
        </Flex>
      )}
    </SectionCard>
  );
}
