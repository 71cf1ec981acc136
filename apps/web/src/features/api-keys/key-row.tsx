import { KeyOutlined } from '@ant-design/icons';
import type { ApiKeyView } from '@tradepost/contracts/api-keys';
import { Button, Flex, Typography, theme } from 'antd';
import { formatDay } from '../../ui/format';
import { StatusTag } from '../../ui/status-tag';
import { TimeText } from '../../ui/time-text';
import { scopeNames, sealingWords, standingOf } from './words';

export function KeyRow({ apiKey, onRevoke }: { apiKey: ApiKeyView; onRevoke: () => void }) {
  const { token } = theme.useToken();
  const { name, prefix, scopes, addresses, allowance, sealing, expiresAt, revokedAt, lastUsedAt, lastUsedIp } = apiKey;
  const { isLive, tone, text } = standingOf(apiKey);
  return (
    <Flex align="flex-start" gap={16} className="list-row" role="listitem" style={{ padding: '14px 24px' }}>
      <KeyOutlined aria-hidden style={{ fontSize: 20, marginTop: 2, color: token.colorTextTertiary }} />
      <Flex vertical gap={2} style={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
        <Flex gap={8} align="center" wrap>
          <Typography.Text strong>{name}</Typography.Text>
          <StatusTag tone={tone} text={text} />
        </Flex>
        <Typography.Text>
          {scopeNames(scopes)}
          {allowance && ' without a code'}
          {sealingWords[sealing]}
        </Typography.Text>
        <Typography.Text type="secondary">
          {revokedAt ? `Revoked ${formatDay(revokedAt)}` : `${isLive ? 'Ends' : 'Ended'} ${formatDay(expiresAt)}`} ·{' '}
          {addresses.length > 0 ? `from ${addresses.join(', ')}` : 'from any address'}
        </Typography.Text>
        <Typography.Text type="secondary">
          {lastUsedAt ? (
            <>
              Last used <TimeText iso={lastUsedAt} /> from {lastUsedIp}
            </>
          ) : (
            'Never used'
          )}
        </Typography.Text>
        <Typography.Text type="secondary" style={{ fontFamily: token.fontFamilyCode, fontSize: 12 }}>
          {prefix}…
        </Typography.Text>
      </Flex>
      {isLive && (
        <Button danger aria-label={`Revoke ${name}`} onClick={onRevoke}>
          Revoke
        </Button>
      )}
    </Flex>
  );
}
