import { ReloadOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useSearchParams } from 'react-router-dom';
import { receivedInvitationsQuery, receivedQuery } from '../../api/queries';
import { useUser } from '../../session/auth.store';
import { EmptyState } from '../../ui/feedback/empty-state';
import { ErrorState } from '../../ui/feedback/error-state';
import { LinkButton } from '../../ui/layout/link-button';
import { afterPaint } from '../../ui/busy/after-paint';
import { onDemand } from '../../ui/layout/on-demand';
import { PageHeader } from '../../ui/layout/page-header';
import { SkeletonCard } from '../../ui/busy/skeleton-card';
import { SkeletonList } from '../../ui/busy/skeleton-list';
import { t } from '../../i18n/t';

const ReceivedFiles = onDemand(async () => (await import('./received-files')).ReceivedFiles);

const ReceivedFolders = afterPaint(async () => (await import('./received-folders')).ReceivedFolders, SkeletonCard);

export default function ShareFoldersPage() {
  const [params] = useSearchParams();
  const received = useQuery(receivedQuery);
  const selected = params.get('folder');
  if (received.error && !received.data) return <ErrorState isPage error={received.error} onRetry={received.refetch} />;
  if (!selected)
    return (
      <>
        <PageHeader
          title={t('Share with you')}
          subtitle={t('Browse and manage your folders')}
          actions={
            <Button
              icon={<ReloadOutlined aria-hidden />}
              loading={received.isFetching}
              onClick={() => void received.refetch()}
            >
              {t('Refresh')}
            </Button>
          }
        />
        {received.data ? (
          <ReceivedFolders folders={received.data} refreshing={received.isFetching} />
        ) : (
          <SkeletonCard />
        )}
      </>
    );
  if (!received.data) return <SkeletonList />;
  const folder = received.data.find(({ folderId }) => folderId === selected);
  if (folder) return <ReceivedFiles key={selected} folder={folder} />;
  return <MissingFolder />;
}

/** The mail about a delivered folder also comes to people who have not accepted their invitation yet. */
function MissingFolder() {
  const invitations = useQuery(receivedInvitationsQuery(useUser()));
  if (invitations.isPending) return <SkeletonList />;
  if (invitations.data?.some(({ status }) => status === 'pending'))
    return (
      <EmptyState
        title={t('Accept your invitations')}
        text={t('Accept an invitation to see the folders that the company delivers to you.')}
        action={
          <LinkButton type="primary" to="/accept-invitation">
            {t('Open the invitation')}
          </LinkButton>
        }
      />
    );
  return (
    <EmptyState
      title={t('This folder is no longer shared with you')}
      text={t('The sender may have deleted it or removed your access.')}
      action={<LinkButton to="/share-folders">{t('Back to your folders')}</LinkButton>}
    />
  );
}
