import { PlusOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import type { ScimToken } from '@tradepost/contracts/identity';
import { Alert, Button, Descriptions, Flex, Typography } from 'antd';
import dayjs from 'dayjs';
import { useState } from 'react';
import { SectionCard } from '../../ui/card/section-card';
import { useUser } from '../../session/auth.store';
import { formatDay } from '../../ui/feedback/format';
import { LastUse } from '../../ui/feedback/last-use';
import { ask } from '../../ui/question/ask';
import { scimQuery, useRevokeScimToken } from './api';
import { Copied } from './domains-card';
import { ScimDialog } from './scim-dialog';
import { t } from '../../i18n/t';
import layout from '../../ui/layout/layout.module.css';
import styles from './sso.module.css';

/** The tokens with which the sign-in service manages members. @param isReady a domain is verified */
export function ScimCard({ isReady }: { isReady: boolean }) {
  const { data } = useQuery(scimQuery);
  const [creating, setCreating] = useState(false);
  const live = data?.tokens.filter(({ revokedAt, expiresAt }) => !revokedAt && dayjs().isBefore(expiresAt)) ?? [];
  return (
    <SectionCard
      title={t('Provisioning')}
      extra={
        <Button icon={<PlusOutlined aria-hidden />} disabled={!isReady} onClick={() => setCreating(true)}>
          {t('Create SCIM token')}
        </Button>
      }
    >
      <Typography.Paragraph type="secondary">
        {t('Your sign-in service adds, changes and deactivates members by SCIM. It needs the base URL and a token.')}
      </Typography.Paragraph>
      {data && (
        <Descriptions
          column={1}
          layout="vertical"
          items={[{ key: 'base', label: t('Base URL'), children: <Copied text={data.baseUrl} /> }]}
        />
      )}
      {live.length > 0 && (
        <ul aria-label={t('SCIM tokens')} className={layout.bareList}>
          {live.map((token) => (
            <TokenRow key={token.id} token={token} />
          ))}
        </ul>
      )}
      {!isReady && <Typography.Text type="secondary">{t('Verify a domain first.')}</Typography.Text>}
      {creating && <ScimDialog onClose={() => setCreating(false)} />}
    </SectionCard>
  );
}

function TokenRow({ token: { id, name, createdBy, expiresAt, lastUsedAt, lastUsedIp } }: { token: ScimToken }) {
  const { email } = useUser();
  const revoke = useRevokeScimToken();
  const askFirst = () =>
    ask({
      title: t('Revoke {name}?', { name }),
      content: t('Your sign-in service can no longer manage members with it. This cannot be undone.'),
      okText: t('Revoke'),
      okButtonProps: { danger: true },
      cancelText: t('Cancel'),
      focusable: { autoFocusButton: 'cancel' },
      onOk: () => revoke.mutateAsync(id).catch(() => undefined),
    });
  return (
    <li className={styles.row}>
      <Flex gap={12} align="center" justify="space-between" wrap>
        <Flex vertical>
          <Typography.Text strong className={layout.breakWords}>
            {name}
          </Typography.Text>
          <Typography.Text type="secondary">
            {t('Ends {expiresAt}', { expiresAt: formatDay(expiresAt) })}
            {createdBy !== email && <> · {t('created by {createdBy}', { createdBy })}</>}
          </Typography.Text>
          <LastUse lastUsedAt={lastUsedAt} lastUsedIp={lastUsedIp} />
        </Flex>
        <Button danger aria-label={t('Revoke {name}', { name })} onClick={askFirst}>
          {t('Revoke')}
        </Button>
      </Flex>
      {revoke.error && <Alert type="error" showIcon role="alert" title={revoke.error.message} />}
    </li>
  );
}
