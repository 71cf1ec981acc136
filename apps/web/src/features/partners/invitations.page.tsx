import { useQuery } from '@tanstack/react-query';
import { Card, Flex } from 'antd';
import { sentInvitationsQuery } from '../../api/queries';
import { useUser } from '../../session/auth.store';
import { useMay } from '../../session/may';
import { PageHeader } from '../../ui/layout/page-header';
import { QueryResult } from '../../ui/list/query-result';
import { SkeletonList } from '../../ui/busy/skeleton-list';
import { InviteForm } from './invite-form';
import { SentList } from './sent-list';
import { t } from '../../i18n/t';

export default function InvitationsPage() {
  const mayInvite = useMay('partners');
  const sent = useQuery(sentInvitationsQuery(useUser()));
  return (
    <>
      <PageHeader title={t('Invitations')} />
      <Flex vertical gap={24}>
        {mayInvite && (
          <Card>
            <InviteForm />
          </Card>
        )}
        <Card title={t('Sent')} styles={{ body: { padding: sent.data?.length ? 0 : undefined } }}>
          <QueryResult query={sent} placeholder={<SkeletonList rows={3} />}>
            {(invitations) => <SentList invitations={invitations} />}
          </QueryResult>
        </Card>
      </Flex>
    </>
  );
}
