import type { SsoSettings } from '@tradepost/contracts/identity';
import { Alert, Flex, Switch, Typography } from 'antd';
import { SectionCard } from '../../ui/card/section-card';
import { useEnforce } from './api';
import { t } from '../../i18n/t';

/** Whether members must use single sign-on. */
export function EnforceCard({ settings: { connection, domains } }: { settings: SsoSettings }) {
  const enforce = useEnforce();
  const isReady = connection !== null && domains.some(({ verifiedAt }) => verifiedAt);
  return (
    <SectionCard title={t('Requirement')}>
      <Flex vertical gap={16}>
        <Flex component="label" gap={12} align="start">
          <Switch
            checked={connection?.enforced ?? false}
            disabled={!isReady}
            loading={enforce.isPending}
            onChange={(on) => enforce.mutate(on)}
          />
          {t('Members with an address of a verified domain must sign in with your sign-in service')}
        </Flex>
        <Typography.Text type="secondary">
          {t(
            'Members who are signed in with a password are then signed out of your company. The owner and co-owners can always sign in with their password.',
          )}
        </Typography.Text>
        {enforce.error && <Alert type="error" showIcon role="alert" title={enforce.error.message} />}
      </Flex>
    </SectionCard>
  );
}
