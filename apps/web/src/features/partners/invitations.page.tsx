import { useQuery } from '@tanstack/react-query';
import type { SentInvitation } from '@tradepost/contracts/identity';
import { Button, Card, Flex, Typography } from 'antd';
import { useState } from 'react';
import { useUser } from '../../session/auth.store';
import { EmptyState } from '../../ui/empty-state';
import { ErrorState } from '../../ui/error-state';
import { PageHeader } from '../../ui/page-header';
import { SkeletonList } from '../../ui/skeleton-list';
import { TimeText } from '../../ui/time-text';
import { useToast } from '../../ui/use-toast';
import { sentInvitationsQuery, useInvite } from './api';
import { EmailChips, InvitationTag, outcomeWords } from './parts';

export default function InvitationsPage() {
  const user = useUser();
  const sent = useQuery(sentInvitationsQuery(user));
  return (
    <>
      <PageHeader title="Invitations" />
      <Flex vertical gap={24}>
        <Card>
          <InviteForm />
        </Card>
        <Card title="Sent" styles={{ body: { padding: sent.data?.length ? 0 : undefined } }}>
          {sent.data ? <SentList invitations={sent.data} /> : sent.error ? <ErrorState error={sent.error} onRetry={sent.refetch} /> : <SkeletonList rows={3} />}
        </Card>
      </Flex>
    </>
  );
}

function InviteForm() {
  const user = useUser();
  const invite = useInvite(user);
  const toast = useToast();
  const [emails, setEmails] = useState<string[]>([]);

  const submit = () => {
    if (emails.length === 0) {
      return toast.destructive({ title: 'No recipients added', description: 'Please add at least one email address to send invitations.' });
    }
    invite.mutate(emails, {
      onSuccess: ({ message, invited }) => {
        const others = invited.flatMap(({ email, status }) => (status === 'invited' ? [] : `${email} ${outcomeWords[status]}`));
        toast.success({ title: message, description: others.join(', ') || undefined });
        setEmails([]);
      },
      onError: ({ message }) => toast.destructive({ title: 'The Invite failes', description: message }),
    });
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
      <EmailChips id="invited-partners" describedBy="invited-hint" emails={emails} disabled={invite.isPending} onChange={setEmails} />
      <Typography.Text type="secondary" id="invited-hint" style={{ fontSize: 13, display: 'block', marginTop: 6 }}>
        Press Enter or Tab to add multiple emails
      </Typography.Text>
      <Flex justify="flex-end" gap={8} style={{ marginTop: 20 }}>
        <Button disabled={invite.isPending} onClick={() => setEmails([])}>
          Cancel
        </Button>
        <Button type="primary" htmlType="submit" loading={invite.isPending}>
          {invite.isPending ? 'Sending...' : 'Send Invitations'}
        </Button>
      </Flex>
    </form>
  );
}

function SentList({ invitations }: { invitations: SentInvitation[] }) {
  if (invitations.length === 0) return <EmptyState title="No invitations yet" text="Partners you invite appear here with their answer." />;
  return invitations.map(({ id, email, status, createdAt }) => (
    <Flex key={id} align="center" gap={16} className="list-row" style={{ padding: '14px 24px' }}>
      <div style={{ flex: 1, minWidth: 0 }}>
        <Typography.Text strong ellipsis style={{ display: 'block' }}>
          {email}
        </Typography.Text>
        <Typography.Text type="secondary">
          <TimeText iso={createdAt} />
        </Typography.Text>
      </div>
      <InvitationTag status={status} />
    </Flex>
  ));
}
