import { FileTextOutlined } from '@ant-design/icons';
import { decodeList } from '@tradepost/client/members/decode-list';
import { maxListedMembers, readMemberList, type MemberLine } from '@tradepost/client/members/member-list';
import { rolesBelow } from '@tradepost/contracts/roles';
import { Alert, Button, Flex, Input, Modal, Typography } from 'antd';
import { useMemo, useRef, useState } from 'react';
import { useUser } from '../../../session/auth.store';
import { t } from '../../../i18n/t';
import layout from '../../../ui/layout/layout.module.css';
import { Lines } from './lines';
import { useInviteLines } from './use-invite-lines';

const example = ['ann@company.com, uploader downloader', 'bob@company.com, auditor'].join('\n');
const isUsable = ({ problem }: MemberLine) => problem === null;

/** Invites the people of a pasted list or a CSV file, each with their own roles. */
export function ListDialog({ onClose }: { onClose: () => void }) {
  const user = useUser();
  const [text, setText] = useState('');
  const [unreadable, setUnreadable] = useState<string>();
  const invite = useInviteLines();
  const lines = useMemo(() => readMemberList(text, { roles: ['auditor'], allowed: rolesBelow(user) }), [text, user]);
  const count = lines.filter(isUsable).length;
  const isTooLong = lines.length > maxListedMembers;
  const read = async (file: File) => {
    const found = decodeList(new Uint8Array(await file.arrayBuffer()));
    setUnreadable(found === null ? file.name : undefined);
    if (found !== null) setText(found);
  };
  return (
    <Modal
      open
      title={t('Invite members from a list')}
      okText={
        invite.results
          ? t('Done')
          : t('{count, plural, one {Invite # person} other {Invite # people}}', { count: isTooLong ? 0 : count })
      }
      cancelText={t('Cancel')}
      footer={(_, { OkBtn, CancelBtn }) => (
        <>
          {!invite.results && <CancelBtn />}
          <OkBtn />
        </>
      )}
      okButtonProps={{ disabled: !invite.results && (count === 0 || isTooLong) }}
      confirmLoading={invite.isPending}
      onOk={() => (invite.results ? onClose() : invite.start(lines))}
      onCancel={onClose}
      width={720}
    >
      <Flex vertical gap={16}>
        {!invite.results && (
          <ListField text={text} isDisabled={invite.isPending} onChange={setText} onFile={(file) => void read(file)} />
        )}
        {unreadable !== undefined && (
          <Alert
            type="error"
            showIcon
            role="alert"
            title={t('{name} cannot be read. Save the list as a CSV file of at most 1 MB.', { name: unreadable })}
          />
        )}
        {isTooLong && (
          <Alert
            type="error"
            showIcon
            role="alert"
            title={t('At most {count} people at once', { count: maxListedMembers })}
          />
        )}
        {lines.length > 0 && <Lines lines={lines.slice(0, maxListedMembers)} results={invite.results} />}
      </Flex>
    </Modal>
  );
}

interface ListFieldProps {
  text: string;
  isDisabled: boolean;
  onChange: (text: string) => void;
  onFile: (file: File) => void;
}

function ListField({ text, isDisabled, onChange, onFile }: ListFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <div>
      <Flex justify="space-between" align="center" gap={8} wrap className={layout.marginBottom8}>
        <label htmlFor="member-list">{t('List')}</label>
        <input
          ref={input}
          type="file"
          accept=".csv,.txt,text/csv,text/plain"
          aria-label={t('CSV file')}
          hidden
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            if (file) onFile(file);
            target.value = '';
          }}
        />
        <Button
          size="small"
          icon={<FileTextOutlined aria-hidden />}
          disabled={isDisabled}
          onClick={() => input.current?.click()}
        >
          {t('Choose a CSV file')}
        </Button>
      </Flex>
      <Input.TextArea
        id="member-list"
        aria-describedby="member-list-help"
        autoSize={{ minRows: 4, maxRows: 8 }}
        placeholder={example}
        value={text}
        disabled={isDisabled}
        onChange={({ target }) => onChange(target.value)}
      />
      <Typography.Text id="member-list-help" type="secondary" className={`${layout.block} ${layout.small}`}>
        {t(
          'One person in each line: the email address, then the roles: co-owner, manager, uploader, approver, downloader or auditor. People without a role become auditors.',
        )}
      </Typography.Text>
    </div>
  );
}
