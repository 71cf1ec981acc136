import { useQuery } from '@tanstack/react-query';
import { fingerprint } from '@tradepost/sealing/bundle';
import { Button, Card, Flex, Skeleton, Typography } from 'antd';
import { Fingerprint } from '../../sealing/fingerprint';
import { useUser } from '../../session/auth.store';
import { ErrorState } from '../../ui/error-state';
import { StatusTag } from '../../ui/status-tag';
import { keysQuery } from '../../vault/queries';
import { useVault } from '../../vault/vault';
import { useVaultStore, type VaultDialog } from '../../vault/vault.store';
import { wordsOf } from '../../vault/words';

const show = (dialog: VaultDialog) => useVaultStore.setState({ dialog });

export function OwnKeysCard() {
  const { state, vault } = useVault();
  const { stored, refused } = useVaultStore();
  const { error, refetch } = useQuery(keysQuery(useUser().id));
  const saved = stored?.recoverySaved ?? false;
  return (
    <Card
      title="Your keys"
      className="wrapping-head"
      extra={
        vault ? (
          <Button onClick={() => show({ kind: 'renew' })}>Make a new recovery key</Button>
        ) : (
          state !== 'loading' &&
          !refused && (
            <Button type="primary" onClick={() => show({ kind: 'open' })}>
              {state === 'none' ? 'Set up' : 'Unlock'}
            </Button>
          )
        )
      }
    >
      {vault ? (
        <Flex vertical gap={14}>
          <Flex vertical gap={8}>
            <Typography.Text strong>Your fingerprint</Typography.Text>
            <Fingerprint digits={fingerprint(vault.own)} label="Your fingerprint" />
            <Typography.Text type="secondary">
              A partner who sees the same 40 digits beside your name has your key, and nobody else’s. Read them to each
              other over a telephone number you know, or in person.
            </Typography.Text>
          </Flex>
          <Flex gap={10} align="center" wrap>
            <StatusTag
              tone={saved ? 'green' : 'yellow'}
              text={saved ? 'Recovery key saved' : 'Recovery key not saved'}
            />
            <Typography.Text type="secondary">
              {saved
                ? 'It opens your encrypted files if you forget your password.'
                : 'Make one and save it: it is the only way in if you forget your password.'}
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
            ? wordsOf(refused)
            : state === 'none'
              ? 'You have no keys yet. With them, only you and the partner you deal with can open your files.'
              : 'They are locked on this device. Your password or your recovery key unlocks them.'}
        </Typography.Text>
      )}
    </Card>
  );
}
