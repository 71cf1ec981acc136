import { CheckOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Avatar, Flex, type MenuProps } from 'antd';
import type { CompanyChoice, User } from '@tradepost/contracts/identity';
import { Link } from 'react-router-dom';
import { meQuery } from '../../api/queries';
import { companiesQuery, useSwitchCompany } from '../../features/members/api';
import { namesOf } from '../../ui/feedback/role-names';
import { settingsTabs } from '../profile/settings-tabs';
import { t } from '../../i18n/t';
import { MenuButton } from '../../ui/menu/menu-button';
import { Text } from '../../ui/text/text';
import { useToast } from '../../ui/notice/use-toast';
import layout from '../../ui/layout/layout.module.css';
import styles from './account-footer.module.css';

const keyOf = ({ companyId }: CompanyChoice) => `company-${companyId ?? ''}`;

/** The person's name, the companies to act for if there are several, and links to the parts of the settings. */
export function AccountMenu({ user, hasSettings }: { user: User; hasSettings: boolean }) {
  const me = useQuery(meQuery);
  const { data: companies = [] } = useQuery({ ...companiesQuery, enabled: me.isSuccess && me.data.memberships !== 0 });
  const change = useSwitchCompany();
  const toast = useToast();
  const hasChoice = companies.length > 1;
  if (!hasSettings && !hasChoice) return null;
  const choose: MenuProps['onClick'] = ({ key }) => {
    const chosen = companies.find((company) => keyOf(company) === key);
    if (!chosen || chosen.current) return;
    change.mutate(chosen.companyId, {
      onError: ({ message }) => toast.destructive({ title: t('Error'), description: message }),
    });
  };
  const label = hasSettings ? t('Settings') : t('Companies');
  return (
    <MenuButton
      type="text"
      shape="circle"
      title={label}
      aria-label={label}
      loading={change.isPending}
      icon={
        <Avatar size={28} className={styles.avatar} aria-hidden>
          {user.firstName.charAt(0).toUpperCase()}
        </Avatar>
      }
      placement="bottomRight"
      menu={{
        onClick: choose,
        items: [
          {
            type: 'group',
            label: (
              <Flex vertical className={styles.menuHead}>
                <Text strong>
                  {user.firstName} {user.lastName}
                </Text>
                <Text type="secondary" className={layout.breakWords}>
                  {user.email}
                </Text>
              </Flex>
            ),
            children: hasSettings
              ? settingsTabs(user).map(({ key, label }) => ({
                  key,
                  label: <Link to={`/profile#${key}`}>{label}</Link>,
                }))
              : [],
          },
          ...(hasChoice
            ? [
                { type: 'divider' as const },
                {
                  type: 'group' as const,
                  label: t('Companies'),
                  children: companies.map((company) => ({
                    key: keyOf(company),
                    label: <Choice company={company} />,
                  })),
                },
              ]
            : []),
        ],
      }}
    />
  );
}

function Choice({ company: { companyName, roles, current } }: { company: CompanyChoice }) {
  return (
    <Flex gap={12} align="center" justify="space-between" className={styles.choice}>
      <span className={layout.breakWords}>
        {companyName ?? t('Your own account')}
        <Text type="secondary" className={`${layout.block} ${layout.small}`}>
          {namesOf(roles)}
        </Text>
      </span>
      {current && <CheckOutlined aria-label={t('Current')} />}
    </Flex>
  );
}
