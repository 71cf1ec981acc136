import { Alert, Button, Card, Flex, Typography } from 'antd';
import { useLinkAccount } from './api';
import { t } from '../../i18n/t';

/** Links an account that exists with the sign-in service of the person's company. */
export function SsoLinkCard() {
  const link = useLinkAccount();
  return (
    <Card
      className="wrapping-head"
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
    </Card>
  );
}
