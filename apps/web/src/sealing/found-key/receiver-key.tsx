import { ClockCircleOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import type { Shown } from '@tradepost/client/transfers/receivers';
import { Alert, Flex, Typography } from 'antd';
import { formatDate } from '../../ui/feedback/format';
import { FoundKey, foundOnce, noKeysText } from './found-key';
import { KnownKey } from '../known-key';
import { t } from '../../i18n/t';

/**
 * The receiver's key before sealed files are shared with them, and whether they have signed the request. `isGood`: access may be given.
 */
export function useReceiverKey(of: Shown, enabled: boolean) {
  const query = useQuery({
    queryKey: ['receiver-key', of],
    queryFn: async ({ signal }) => (await import('../grants-for')).receiverOf(of, signal),
    enabled,
    ...foundOnce,
  });
  return { ...query, isGood: !!query.data && query.data.state !== 'changed' && query.data.signedAt !== null };
}

const waitingText = t('Waiting for the receiver’s key');
export const unsignedText = t('Waiting for the receiver’s signature');

export function ReceiverKey({ receiverKey, who }: { receiverKey: ReturnType<typeof useReceiverKey>; who: string }) {
  return (
    <FoundKey
      query={receiverKey}
      who={who}
      rows={1}
      missing={{ title: waitingText, description: noKeysText(who) }}
      blocked={t('The files are not shared with the new key until you confirm it.')}
    >
      {(contact, again) =>
        contact.signedAt === null ? (
          <Alert
            type="info"
            showIcon
            icon={<ClockCircleOutlined />}
            title={unsignedText}
            description={t(
              '{who} has to sign this request under My Requests: it was sent before they had keys, or a file was replaced since. We will notify you.',
              { who },
            )}
            action={again}
          />
        ) : (
          <Flex vertical gap={8}>
            <KnownKey contact={contact} who={who} />
            {contact.signedAt && (
              <Typography.Text type="secondary">
                {t('Signed by {who} on {formatDate}', { who, formatDate: formatDate(contact.signedAt.toISOString()) })}
              </Typography.Text>
            )}
          </Flex>
        )
      }
    </FoundKey>
  );
}
