import { KeyOutlined } from '@ant-design/icons';
import type { ApiKeyView } from '@tradepost/contracts/api-keys';
import { Button, Flex, Typography } from 'antd';
import { useUser } from '../../session/auth.store';
import { formatDay } from '../../ui/feedback/format';
import { LastUse } from '../../ui/feedback/last-use';
import { StatusTag } from '../../ui/feedback/status-tag';
import { scopeNames, sealingTexts, apiKeyStatus } from './texts';
import { t } from '../../i18n/t';
import layout from '../../ui/layout/layout.module.css';
import styles from './key-row.module.css';

export function KeyRow({ apiKey, onRevoke }: { apiKey: ApiKeyView; onRevoke: () => void }) {
  const { name, prefix, scopes, addresses, allowance, sealing } = apiKey;
  const { createdBy, expiresAt, revokedAt, lastUsedAt, lastUsedIp } = apiKey;
  const { email } = useUser();
  const { isLive, tone, text } = apiKeyStatus(apiKey);
  return (
    <Flex align="flex-start" gap={16} className={`list-row ${styles.row}`} role="listitem">
      <KeyOutlined aria-hidden className={styles.icon} />
      <Flex vertical gap={2} className={styles.key}>
        <Flex gap={8} align="center" wrap>
          <Typography.Text strong>{name}</Typography.Text>
          <StatusTag tone={tone} text={text} />
        </Flex>
        <Typography.Text>
          {allowance ? t('{scopes} without a code', { scopes: scopeNames(scopes) }) : scopeNames(scopes)}
          {sealingTexts[sealing]}
        </Typography.Text>
        <Typography.Text type="secondary">
          {revokedAt
            ? t('Revoked {revokedAt}', { revokedAt: formatDay(revokedAt) })
            : isLive
              ? t('Ends {expiresAt}', { expiresAt: formatDay(expiresAt) })
              : t('Ended {expiresAt}', { expiresAt: formatDay(expiresAt) })}
          {' · '}
          {createdBy !== email && <>{t('created by {createdBy}', { createdBy })} · </>}
          {addresses.length > 0 ? t('from {addresses}', { addresses: addresses.join(', ') }) : t('from any address')}
        </Typography.Text>
        <LastUse lastUsedAt={lastUsedAt} lastUsedIp={lastUsedIp} />
        <Typography.Text type="secondary" className={`${layout.code} ${layout.small}`}>
          {prefix}…
        </Typography.Text>
      </Flex>
      {isLive && (
        <Button danger aria-label={t('Revoke {name}', { name })} onClick={onRevoke}>
          {t('Revoke')}
        </Button>
      )}
    </Flex>
  );
}
