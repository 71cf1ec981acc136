import { maxMembersAtOnce } from '@tradepost/contracts/identity';
import type { MemberRole } from '@tradepost/contracts/roles';
import { Alert, Button, Flex, Modal } from 'antd';
import { useState } from 'react';
import { EmailChips } from '../../ui/form/email-chips';
import { useToast } from '../../ui/notice/use-toast';
import { showInvited } from '../../ui/notice/invited';
import { useInviteMembers } from './api';
import { outcomeTexts } from './outcomes';
import { RoleChoice } from './role-choice';
import { t } from '../../i18n/t';
import layout from '../../ui/layout/layout.module.css';

const fieldId = 'invited-members';

/** Invites people by their addresses. */
export function InviteDialog({ onClose, onList }: { onClose: () => void; onList: () => void }) {
  const invite = useInviteMembers();
  const toast = useToast();
  const [emails, setEmails] = useState<string[]>([]);
  const [roles, setRoles] = useState<MemberRole[]>(['auditor']);
  const [report, setReport] = useState<string | null>(null);
  const [isRefused, setRefused] = useState(false);
  const submit = () => {
    // what was typed last is not to be lost
    if (isRefused) return document.getElementById(fieldId)?.focus();
    if (emails.length === 0) return setReport(t('Please add at least one email address'));
    if (emails.length > maxMembersAtOnce)
      return setReport(t('At most {count} people at once', { count: maxMembersAtOnce }));
    invite.mutate(
      { emails, roles },
      {
        onSuccess: (answer) => {
          if (showInvited(toast, answer, outcomeTexts)) onClose();
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
          <label htmlFor={fieldId} className={`${layout.block} ${layout.marginBottom8}`}>
            {t('Email addresses')}
          </label>
          <EmailChips
            id={fieldId}
            describedBy="invited-members-report"
            emails={emails}
            disabled={invite.isPending}
            onChange={setEmails}
            onReport={setReport}
            onRefused={setRefused}
          />
          <div id="invited-members-report" role="status" className={isRefused ? layout.error : layout.small}>
            {report ?? t('Press Enter or Tab to add multiple emails')}
          </div>
          <Button type="link" className={layout.noPadding} disabled={invite.isPending} onClick={onList}>
            {t('Use a list with roles, or a CSV file')}
          </Button>
        </div>
        <RoleChoice roles={roles} isDisabled={invite.isPending} onChange={setRoles} />
        {invite.error && <Alert type="error" showIcon role="alert" title={invite.error.message} />}
      </Flex>
    </Modal>
  );
}
