import { Avatar, Flex, Typography } from 'antd';
import type { User } from '@tradepost/contracts/identity';
import { Link } from 'react-router-dom';
import { settingsTabs } from '../profile/settings-tabs';
import { t } from '../../i18n/t';
import { MenuButton } from '../../ui/menu/menu-button';
import layout from '../../ui/layout/layout.module.css';
import styles from './account-footer.module.css';

/** The person's name, and links to the parts of the settings. */
export function AccountMenu({ user }: { user: User }) {
  return (
    <MenuButton
      type="text"
      shape="circle"
      title={t('Settings')}
      aria-label={t('Settings')}
      icon={
        <Avatar size={28} className={styles.avatar} aria-hidden>
          {user.firstName.charAt(0).toUpperCase()}
        </Avatar>
      }
      placement="bottomRight"
      menu={{
        items: [
          {
            type: 'group',
            label: (
              <Flex vertical className={styles.menuHead}>
                <Typography.Text strong>
                  {user.firstName} {user.lastName}
                </Typography.Text>
                <Typography.Text type="secondary" className={layout.breakWords}>
                  {user.email}
                </Typography.Text>
              </Flex>
            ),
            children: settingsTabs(user).map(({ key, label }) => ({
              key,
              label: <Link to={`/profile#${key}`}>{label}</Link>,
            })),
          },
        ],
      }}
    />
  );
}
