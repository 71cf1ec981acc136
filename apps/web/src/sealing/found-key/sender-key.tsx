import { useQuery } from '@tanstack/react-query';
import { Flex, Typography } from 'antd';
import { useVault } from '../../vault/vault';
import { FoundKey, foundOnce, noKeysText } from './found-key';
import { KnownKey } from '../known-key';
import type { ToSign } from '../requesting';
import { t } from '../../i18n/t';
import layout from '../../ui/layout/layout.module.css';

/**
 * The sender's key before a request for sealed files is signed. `address`: of the sender that the person signs for; absent while there is nothing to sign,
 * because one side has no keys yet. `isKnown`: the person sees what they sign.
 */
export function useSenderKey(of: ToSign, isSealed: boolean) {
  const enabled = useVault().state !== 'none' && isSealed;
  const query = useQuery({
    queryKey: ['sender-key', of],
    queryFn: async ({ signal }) => (await import('../requesting')).senderOf(of, signal),
    enabled,
    ...foundOnce,
  });
  const { data } = query;
  return {
    ...query,
    enabled,
    isKnown: !enabled || (data !== undefined && data?.state !== 'changed'),
    ...(enabled && data?.keys.address && { address: data.keys.address }),
  };
}

interface SenderKeyProps {
  senderKey: ReturnType<typeof useSenderKey>;
  /** As the server names the sender. */
  who: string;
}

/** The sender that the person signs a request for: the address of the keys, and their number. */
export function SenderKey({ senderKey, who }: SenderKeyProps) {
  const { enabled, address } = senderKey;
  if (!enabled) return null;
  return (
    <FoundKey
      query={senderKey}
      who={who}
      rows={2}
      missing={{ title: noKeysText(who) }}
      blocked={t('No request is sent until you confirm the new key.')}
    >
      {(contact) => (
        <Flex vertical gap={8}>
          <Typography.Text className={layout.breakWords}>
            {t('You sign this request for {address}.', { address })}
          </Typography.Text>
          <KnownKey contact={contact} who={who} />
        </Flex>
      )}
    </FoundKey>
  );
}
