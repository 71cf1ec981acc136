import { useQuery } from '@tanstack/react-query';
import type { ReceivedInvitation } from '@tradepost/contracts/identity';
import { Avatar, Button, Card, Flex, Typography, theme } from 'antd';
import { useUser } from '../../session/auth.store';
import { EmptyState } from '../../ui/empty-state';
import { ErrorState } from '../../ui/error-state';
import { PageHeader } from '../../ui/page-header';
import { SkeletonList } from '../../ui/skeleton-list';
import { TimeText } from '../../ui/time-text';
import { useToast } from '../../ui/use-toast';
import { receivedInvitationsQuery, useAcceptInvitation } from './api';
import { InvitationTag } from './parts';

export default function AcceptInvitationPage() {
  const user = useUser();
  const received = useQuery(receivedInvitationsQuery(user));
  const waiting = received.data?.filter(({ status }) => status === 'pending');
  const settled = received.data?.filter(({ status }) => status !== 'pending') ?? [];
  return (
    <>
      <PageHeader title="Accept Invitation" subtitle="Companies that want to share their data with you." />
      <Flex vertical gap={24}>
        <Card styles={{ body: { padding: waiting?.length ? 0 : undefined } }}>
          {received.error && !received.data ? (
            <ErrorState title="Failed Request" error={received.error} onRetry={received.refetch} />
          ) : !waiting ? (
            <SkeletonList rows={3} />
          ) : waiting.length === 0 ? (
            <EmptyState title="No invitations waiting" text="When a company invites you, its invitation appears here." />
          ) : (
            waiting.map((invitation) => <Invitation key={invitation.id} invitation={invitation} />)
          )}
        </Card>
        {settled.length > 0 && (
          <Card title="Answered" styles={{ body: { padding: 0 } }}>
            {settled.map((invitation) => (
              <Invitation key={invitation.id} invitation={invitation} />
            ))}
          </Card>
        )}
      </Flex>
    </>
  );
}

function Invitation({ invitation: { id, inviterCompany, inviterEmail, status, createdAt } }: { invitation: ReceivedInvitation }) {
  const user = useUser();
  const accept = useAcceptInvitation(user);
  const toast = useToast();
  const { token } = theme.useToken();
  return (
    <Flex align="center" gap={16} wrap className="list-row" style={{ padding: '16px 24px' }}>
      <Avatar shape="square" size={40} style={{ background: token.colorPrimaryBg, color: token.colorLink, fontWeight: 600 }}>
        {inviterCompany.charAt(0).toUpperCase()}
      </Avatar>
      <div style={{ flex: 1, minWidth: 180 }}>
        <Typography.Text strong style={{ display: 'block' }}>
          {inviterCompany}
        </Typography.Text>
        <Typography.Text type="secondary" ellipsis style={{ display: 'block' }}>
          {inviterEmail}
        </Typography.Text>
        <Typography.Text type="secondary" style={{ fontSize: 13 }}>
          <TimeText iso={createdAt} />
        </Typography.Text>
      </div>
      {status === 'pending' ? (
        <Button
          type="primary"
          loading={accept.isPending}
          aria-label={`Accept the invitation of ${inviterCompany}`}
          onClick={() =>
            // this row leaves the list with the answer, so its own callbacks would be lost
            accept.mutateAsync(id).then(
              ({ message }) => toast.success({ title: 'Success', description: message }),
              ({ message }: Error) => toast.destructive({ title: 'Error', description: message }),
            )
          }
        >
          Accept
        </Button>
      ) : (
        <InvitationTag status={status} />
      )}
    </Flex>
  );
}
