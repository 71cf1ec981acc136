import { rolesBelow, type MemberRole } from '@tradepost/contracts/roles';
import { Checkbox, Flex, Typography } from 'antd';
import { useUser } from '../../session/auth.store';
import { namesOf } from '../../ui/feedback/role-names';
import { t } from '../../i18n/t';
import layout from '../../ui/layout/layout.module.css';

const roleTexts: Record<MemberRole, string> = {
  'co-owner': t(
    'Does all that the owner does, except giving members the encryption keys. With single sign-on, only what a manager does.',
  ),
  manager: t(
    'Works with folders, files, partners, deliveries, requests and transfers, and manages members, except managers and approvers.',
  ),
  uploader: t('Works with folders and files, and sees lists and logs of the company, but not what it receives.'),
  approver: t(
    'Approves requests before they are accepted, and sees lists and logs of the company, but not what it receives.',
  ),
  downloader: t('Requests and downloads what was delivered to the owner, and sees what an auditor sees.'),
  auditor: t(
    'Sees folders, files, partners, requests, transfers and logs, sent and received. Cannot open or change anything.',
  ),
};

interface RoleChoiceProps {
  roles: readonly MemberRole[];
  isDisabled: boolean;
  onChange: (roles: MemberRole[]) => void;
}

/** Chooses the roles of a person, below the own ones. Someone without another role is an auditor. */
export function RoleChoice({ roles, isDisabled, onChange }: RoleChoiceProps) {
  const choose = (role: MemberRole, isChosen: boolean) => {
    const others = roles.filter((one) => one !== role && one !== 'auditor');
    if (isChosen) return onChange(role === 'auditor' ? [role] : [...others, role]);
    onChange(others.length > 0 ? others : ['auditor']);
  };
  return (
    <Flex vertical gap={12} role="group" aria-label={t('Roles')}>
      {rolesBelow(useUser()).map((role) => (
        <Checkbox
          key={role}
          checked={roles.includes(role)}
          disabled={isDisabled}
          onChange={({ target }) => choose(role, target.checked)}
        >
          <Typography.Text strong className={layout.block}>
            {namesOf([role])}
          </Typography.Text>
          <Typography.Text type="secondary">{roleTexts[role]}</Typography.Text>
        </Checkbox>
      ))}
    </Flex>
  );
}
