import { FileTextOutlined } from '@ant-design/icons';
import { Button, Flex, Typography, Upload } from 'antd';
import { useState } from 'react';
import { useUser } from '../../session/auth.store';
import { addressesIn, reportOn } from '../../ui/form/addresses';
import { EmailChips } from '../../ui/form/email-chips';
import { useToast } from '../../ui/notice/use-toast';
import { showInvited } from '../../ui/notice/invited';
import { useInvite } from './api';
import { outcomeTexts } from '../../ui/notice/partner-outcomes';
import { t } from '../../i18n/t';
import layout from '../../ui/layout/layout.module.css';
import styles from './partners.module.css';

const fieldId = 'invited-partners';
/** Bytes. A larger file is no list of addresses. */
const csvLimit = 1024 * 1024;

export function InviteForm() {
  const invite = useInvite(useUser());
  const toast = useToast();
  const [emails, setEmails] = useState<string[]>([]);
  const [report, setReport] = useState<string | null>(null);
  const [isRefused, setRefused] = useState(false);
  // as a key, it also clears unfinished text in the field
  const [round, setRound] = useState(0);
  const clear = () => {
    setEmails([]);
    setReport(null);
    setRefused(false);
    setRound(round + 1);
  };

  const submit = () => {
    // what was typed last is not to be lost
    if (isRefused) return document.getElementById(fieldId)?.focus();
    if (emails.length === 0) {
      return toast.destructive({
        title: t('No recipients added'),
        description: t('Please add at least one email address to send invitations.'),
      });
    }
    invite.mutate(emails, {
      onSuccess: (answer) => {
        if (showInvited(toast, answer, outcomeTexts)) clear();
      },
      onError: ({ message }) => toast.destructive({ title: t('The Invite failes'), description: message }),
    });
  };
  const readCsv = async (file: File) => {
    if (file.size > csvLimit) {
      setReport(t('{name} is too large for a list of addresses.', { name: file.name }));
    } else {
      const found = addressesIn(await file.text(), emails);
      setEmails([...emails, ...found.emails]);
      setReport(`${file.name}: ${reportOn(found)}`);
    }
    return Upload.LIST_IGNORE; // read here, sent nowhere
  };

  return (
    <form
      aria-label={t('Invitations')}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <label htmlFor={fieldId} className={styles.fieldLabel}>
        {t('Invited Partners')}
      </label>
      <Typography.Paragraph type="secondary" className={styles.fieldHint}>
        {t('Invite users to collaborate on your workspace.')}
      </Typography.Paragraph>
      <EmailChips
        key={round}
        id={fieldId}
        describedBy="invited-hint invited-report"
        emails={emails}
        disabled={invite.isPending}
        onChange={setEmails}
        onReport={setReport}
        onRefused={setRefused}
      />
      <Flex justify="space-between" align="center" gap={8} wrap className={styles.belowField}>
        <Typography.Text type="secondary" id="invited-hint" className={layout.small}>
          {t('Press Enter or Tab to add multiple emails')}
        </Typography.Text>
        <Upload
          accept=".csv,.txt,text/csv,text/plain"
          showUploadList={false}
          disabled={invite.isPending}
          beforeUpload={readCsv}
        >
          <Button
            type="link"
            icon={<FileTextOutlined aria-hidden />}
            disabled={invite.isPending}
            className={layout.noPaddingInline}
          >
            {t('Choose a CSV file')}
          </Button>
        </Upload>
      </Flex>
      <div id="invited-report" role="status" className={`${styles.report} ${isRefused ? layout.error : layout.small}`}>
        {report}
      </div>
      <Flex justify="flex-end" gap={8} className={layout.marginTop12}>
        <Button disabled={invite.isPending} onClick={clear}>
          {t('Cancel')}
        </Button>
        <Button type="primary" htmlType="submit" loading={invite.isPending}>
          {invite.isPending ? t('Sending...') : t('Send Invitations')}
        </Button>
      </Flex>
    </form>
  );
}
