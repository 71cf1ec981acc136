import { maxMembersAtOnce, type MemberInviteOutcome } from '@tradepost/contracts/identity';
import { rolesBelow, type MemberRole } from '@tradepost/contracts/roles';
import { Alert, Flex, Modal, Radio, Typography } from 'antd';
import { useState } from 'react';
import { useUser } from '../../session/auth.store';
import { EmailChips } from '../../ui/form/email-chips';
import { useToast } from '../../ui/notice/use-toast';
import { useInviteMembers } from './api';
import { namesOf } from './parts';
import { t } from '../../i18n/t';
import layout from '../../ui/layout/layout.module.css';

const outcomeTexts: Record<Exclude<MemberInviteOutcome, 'invited'>, string> = {
  'already-invited': t('was already invited'),
  'already-member': t('is a member already'),
  'own-address': t('is your own address'),
  invalid: t('is not a valid address'),
};

const roleTexts: Record<MemberRole, string> = {
  manager: t(
    'Works with folders, files, partners, deliveries, requests and transfers, and manages members with the other roles.',
  ),
  uploader: t('Works with folders and files, and sees what an auditor sees.'),
  approver: t('Approves requests before they are accepted, and sees what an auditor sees.'),
  downloader: t('Requests and downloads what was delivered to the owner, and sees what an auditor sees.'),
  auditor: t('Sees folders, files, partners, requests and logs. Cannot open or change anything.'),
};

/** Invites people by their addresses. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const invite = useInviteMembers();
  const toast = useToast();
  const [emails, setEmails] = useState<string[]>([]);
  const [role, setRole] = useState<MemberRole>('auditor');
  const [report, setReport] = useState<string | null>(null);
  const submit = () => {
    if (emails.length === 0) return setReport(t('Please add at least one email address'));
    if (emails.length > maxMembersAtOnce)
      return setReport(t('At most {count} people at once', { count: maxMembersAtOnce }));
    invite.mutate(
      { emails, roles: [role] },
      {
        onSuccess: ({ message, invited }) => {
          const others = invited.flatMap(({ email, status }) =>
            status === 'invited' ? [] : `${email} ${outcomeTexts[status]}`,
          );
          toast.success({ title: message, description: others.join(', ') || undefined });
          onClose();
        },
      },
    );
  };
  return (
    <Modal
      open
      title={t('Invite members')}
      okText={t('Send Invitations')}
      cancelText={t('Cancel')}
      confirmLoading={invite.isPending}
      onOk={submit}
      onCancel={onClose}
      width={560}
    >
      <Flex vertical gap={16}>
        <div>
          <label htmlFor="invited-members" className={`${layout.block} ${layout.marginBottom8}`}>
            {t('Email addresses')}
          </label>
          <EmailChips
            id="invited-members"
            describedBy="invited-members-report"
            emails={emails}
            disabled={invite.isPending}
            onChange={setEmails}
            onReport={setReport}
          />
          <div id="invited-members-report" role="status" className={layout.small}>
            {report ?? t('Press Enter or Tab to add multiple emails')}
          </div>
        </div>
        <Radio.Group
          aria-label={t('Role')}
          value={role}
          onChange={({ target }) => setRole(target.value as MemberRole)}
          disabled={invite.isPending}
        >
          <Flex vertical gap={12}>
            {rolesBelow(useUser()).map((each) => (
              <Radio key={each} value={each}>
                <Typography.Text strong className={layout.block}>
                  {namesOf([each])}
                </Typography.Text>
                <Typography.Text type="secondary">{roleTexts[each]}</Typography.Text>
              </Radio>
            ))}
          </Flex>
        </Radio.Group>
        {invite.error && <Alert type="error" showIcon role="alert" title={invite.error.message} />}
      </Flex>
    </Modal>
  );
}
