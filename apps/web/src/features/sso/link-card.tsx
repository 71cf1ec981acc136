import { Alert, Button, Flex, Typography } from 'antd';
import { SectionCard } from '../../ui/card/section-card';
import { useLinkAccount } from './api';
import { t } from '../../i18n/t';

/** Links an account that exists with the sign-in service of the person's company. */
export function SsoLinkCard() {
  const link = useLinkAccount();
  return (
    <SectionCard
      title={t('Single sign-on')}
      extra={
        <Button loading={link.isPending} onClick={() => link.mutate()}>
          {t('Link with your company')}
        </Button>
      }
    >
      <Flex vertical gap={16}>
        <Typography.Text type="secondary">
          {t('If your company has its own sign-in service, link it with this account to sign in there too.')}
        </Typography.Text>
        {link.error && <Alert type="error" showIcon role="alert" title={link.error.message} />}
      </Flex>
    </SectionCard>
  );
}
