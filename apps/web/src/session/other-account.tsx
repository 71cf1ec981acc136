import { Flex, Typography } from 'antd';
import { Link, useLocation } from 'react-router-dom';
import { t } from '../i18n/t';
import { useUser } from './auth.store';
import { SwitchAccount } from './switch-account';

/** The next step after a link that does not exist, or is for someone else: the server does not say which. */
export function OtherAccount() {
  const { email } = useUser();
  const { pathname, search } = useLocation();
  return (
    <Flex vertical gap={16}>
      <Typography.Text type="secondary">
        {t('You are signed in as {email}. If the link was sent to another address, sign in with that one.', { email })}
      </Typography.Text>
      <Flex gap="8px 16px" wrap align="center" justify="center">
        <SwitchAccount to="/login" backTo={pathname + search} />
        <Link to="/">{t('Go to the dashboard')}</Link>
      </Flex>
    </Flex>
  );
}
