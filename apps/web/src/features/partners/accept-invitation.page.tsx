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
import { VerifiedBadge } from '../../ui/verified-badge';
import { receivedInvitationsQuery, useAcceptInvitation } from './api';
import { EndButton } from './parts';

export default function AcceptInvitationPage() {
  const received = useQuery(receivedInvitationsQuery(useUser()));
  const waiting = received.data?.filter(({ status }) => status === 'pending');
  const partners = received.data?.filter(({ status }) => status === 'accepted') ?? [];
  return (
    <>
      <PageHeader title="Accept Invitation" subtitle="Companies that want to share their data with you." />
      <Flex vertical gap={24}>
        <Card styles={{ body: { padding: waiting?.length ? 0 : undefined } }}>
          {waiting ? (
            waiting.length > 0 ? (
              waiting.map((invitation) => <Invitation key={invitation.id} invitation={invitation} />)
            ) : (
              <EmptyState
                title="No invitations waiting"
                text="When a company invites you, its invitation appears here."
              />
            )
          ) : received.error ? (
            <ErrorState title="Failed Request" error={received.error} onRetry={received.refetch} />
          ) : (
            <SkeletonList rows={3} />
          )}
        </Card>
        {partners.length > 0 && (
          <Card title="Partners" styles={{ body: { padding: 0 } }}>
            {partners.map((invitation) => (
              <Invitation key={invitation.id} invitation={invitation} />
            ))}
          </Card>
        )}
      </Flex>
    </>
  );
}

function Invitation({
  invitation: { id, inviterCompany, inviterEmail, status, createdAt, verified },
}: {
  invitation: ReceivedInvitation;
}) {
  const { token } = theme.useToken();
  return (
    <Flex align="center" gap={16} wrap className="list-row" style={{ padding: '16px 24px' }}>
      <Avatar
        shape="square"
        size={40}
        style={{ background: token.colorPrimaryBg, color: token.colorLink, fontWeight: 600 }}
      >
        {inviterCompany.charAt(0).toUpperCase()}
      </Avatar>
      <div style={{ flex: 1, minWidth: 180 }}>
        <Flex align="center" gap={8} wrap>
          <Typography.Text strong style={{ overflowWrap: 'anywhere' }}>
            {inviterCompany}
          </Typography.Text>
          <VerifiedBadge verified={verified} companyName={inviterCompany} />
        </Flex>
        <Typography.Text type="secondary" ellipsis style={{ display: 'block' }}>
          {inviterEmail}
        </Typography.Text>
        <Typography.Text type="secondary" style={{ fontSize: 13 }}>
          <TimeText iso={createdAt} />
        </Typography.Text>
      </div>
      {status === 'pending' && (
        <Flex gap={8}>
          <EndButton id={id} label={`Decline the invitation of ${inviterCompany}`}>
            Decline
          </EndButton>
          <AcceptButton id={id} company={inviterCompany} />
        </Flex>
      )}
      {status === 'accepted' && (
        <EndButton
          id={id}
          label={`End the partnership with ${inviterCompany}`}
          warning={{
            title: `End the partnership with ${inviterCompany}?`,
            content: 'You lose access to every folder this company delivered to you. It would have to invite you anew.',
          }}
        >
          End partnership
        </EndButton>
      )}
    </Flex>
  );
}

function AcceptButton({ id, company }: { id: string; company: string }) {
  const accept = useAcceptInvitation(useUser());
  const toast = useToast();
  return (
    <Button
      type="primary"
      loading={accept.isPending}
      aria-label={`Accept the invitation of ${company}`}
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
  );
}
