import { useQuery } from '@tanstack/react-query';
import { Card, Flex } from 'antd';
import { sentInvitationsQuery } from '../../api/queries';
import { useUser } from '../../session/auth.store';
import { ErrorState } from '../../ui/feedback/error-state';
import { PageHeader } from '../../ui/layout/page-header';
import { SkeletonList } from '../../ui/feedback/skeleton-list';
import { InviteForm } from './invite-form';
import { SentList } from './sent-list';
import { t } from '../../i18n/t';

export default function InvitationsPage() {
  const sent = useQuery(sentInvitationsQuery(useUser()));
  return (
    <>
      <PageHeader title={t('Invitations')} />
      <Flex vertical gap={24}>
        <Card>
          <InviteForm />
        </Card>
        <Card title={t('Sent')} styles={{ body: { padding: sent.data?.length ? 0 : undefined } }}>
          {sent.data ? (
            <SentList invitations={sent.data} />
          ) : sent.error ? (
            <ErrorState error={sent.error} onRetry={sent.refetch} />
          ) : (
            <SkeletonList rows={3} />
          )}
        </Card>
      </Flex>
    </>
  );
}
