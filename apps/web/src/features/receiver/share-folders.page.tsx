import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import { receivedQuery } from '../../api/queries';
import { useUser } from '../../session/auth.store';
import { EmptyState } from '../../ui/empty-state';
import { ErrorState } from '../../ui/error-state';
import { LinkButton } from '../../ui/link-button';
import { SkeletonList } from '../../ui/skeleton-list';
import { ReceivedFiles } from './received-files';
import { ReceivedFolders } from './received-folders';

export default function ShareFoldersPage() {
  const [params] = useSearchParams();
  const received = useQuery(receivedQuery(useUser()));
  const wanted = params.get('folder');
  if (received.error && !received.data) return <ErrorState error={received.error} onRetry={received.refetch} />;
  if (!received.data) return <SkeletonList />;
  if (!wanted)
    return (
      <ReceivedFolders
        folders={received.data}
        refreshing={received.isFetching}
        onRefresh={() => void received.refetch()}
      />
    );
  const folder = received.data.find(({ folderId }) => folderId === wanted);
  if (folder) return <ReceivedFiles key={wanted} folder={folder} />;
  return (
    <EmptyState
      title="This folder is no longer shared with you"
      text="The sender may have deleted it or taken back the access."
      action={<LinkButton to="/share-folders">Back to your folders</LinkButton>}
    />
  );
}
