import { FileTextOutlined } from '@ant-design/icons';
import type { InviteOutcome } from '@tradepost/contracts/identity';
import { Button, Flex, Typography, Upload } from 'antd';
import { useState } from 'react';
import { useUser } from '../../session/auth.store';
import { useToast } from '../../ui/use-toast';
import { addressesIn, reportOn } from './addresses';
import { useInvite } from './api';
import { EmailChips } from './email-chips';

const outcomeWords: Record<Exclude<InviteOutcome, 'invited'>, string> = {
  'already-invited': 'was already invited',
  'own-address': 'is your own address',
  invalid: 'is not a valid address',
};

/** No list of addresses is longer; what is, is another file chosen by mistake. */
const csvLimit = 1024 * 1024;

export function InviteForm() {
  const invite = useInvite(useUser());
  const toast = useToast();
  const [emails, setEmails] = useState<string[]>([]);
  const [report, setReport] = useState<string | null>(null);
  // A new round starts the field anew, with whatever was typed and not taken.
  const [round, setRound] = useState(0);
  const clear = () => {
    setEmails([]);
    setReport(null);
    setRound(round + 1);
  };

  const submit = () => {
    if (emails.length === 0) {
      return toast.destructive({
        title: 'No recipients added',
        description: 'Please add at least one email address to send invitations.',
      });
    }
    invite.mutate(emails, {
      onSuccess: ({ message, invited }) => {
        const others = invited.flatMap(({ email, status }) =>
          status === 'invited' ? [] : `${email} ${outcomeWords[status]}`,
        );
        toast.success({ title: message, description: others.join(', ') || undefined });
        clear();
      },
      onError: ({ message }) => toast.destructive({ title: 'The Invite failes', description: message }),
    });
  };
  const readCsv = async (file: File) => {
    if (file.size > csvLimit) {
      setReport(`${file.name} is too large for a list of addresses.`);
    } else {
      const found = addressesIn(await file.text(), emails);
      setEmails([...emails, ...found.emails]);
      setReport(`${file.name}: ${reportOn(found)}`);
    }
    return Upload.LIST_IGNORE; // read here, sent nowhere
  };

  return (
    <form
      aria-label="Invitations"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <label htmlFor="invited-partners" style={{ fontWeight: 600, display: 'block' }}>
        Invited Partners
      </label>
      <Typography.Paragraph type="secondary" style={{ margin: '2px 0 10px' }}>
        Invite users to collaborate on your workspace.
      </Typography.Paragraph>
      <EmailChips
        key={round}
        id="invited-partners"
        describedBy="invited-hint invited-report"
        emails={emails}
        disabled={invite.isPending}
        onChange={setEmails}
        onReport={setReport}
      />
      <Flex justify="space-between" align="center" gap={8} wrap style={{ marginTop: 6 }}>
        <Typography.Text type="secondary" id="invited-hint" style={{ fontSize: 13 }}>
          Press Enter or Tab to add multiple emails
        </Typography.Text>
        <Upload
          accept=".csv,.txt,text/csv,text/plain"
          showUploadList={false}
          disabled={invite.isPending}
          beforeUpload={readCsv}
        >
          <Button type="link" icon={<FileTextOutlined />} disabled={invite.isPending} style={{ paddingInline: 0 }}>
            Choose a CSV file
          </Button>
        </Upload>
      </Flex>
      <div id="invited-report" role="status" style={{ minHeight: 22, fontSize: 13 }}>
        {report}
      </div>
      <Flex justify="flex-end" gap={8} style={{ marginTop: 12 }}>
        <Button disabled={invite.isPending} onClick={clear}>
          Cancel
        </Button>
        <Button type="primary" htmlType="submit" loading={invite.isPending}>
          {invite.isPending ? 'Sending...' : 'Send Invitations'}
        </Button>
      </Flex>
    </form>
  );
}
