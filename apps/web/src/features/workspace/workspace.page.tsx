import { DeleteOutlined, InfoCircleOutlined, LeftOutlined, SendOutlined } from '@ant-design/icons';
import { usePrefetchQuery, useQuery } from '@tanstack/react-query';
import type { FolderView } from '@tradepost/contracts/storage';
import { accessCountOf } from '../../ui/person/access-count';
import { Alert, Button, Flex } from 'antd';
import { useState } from 'react';
import { Navigate, useSearchParams } from 'react-router-dom';
import { foldersQuery, statsQuery } from '../../api/queries';
import { useUser } from '../../session/auth.store';
import { useMay } from '../../session/may';
import { useFolders } from '../../session/folder.store';
import { ErrorState } from '../../ui/feedback/error-state';
import { LinkButton } from '../../ui/layout/link-button';
import { afterPaint } from '../../ui/busy/after-paint';
import { onDemand } from '../../ui/layout/on-demand';
import { PageHeader } from '../../ui/layout/page-header';
import { SkeletonCard } from '../../ui/busy/skeleton-card';
import { SkeletonList } from '../../ui/busy/skeleton-list';
import { Text } from '../../ui/text/text';
import { DropZoneView } from './upload/choose/drop-zone-view';
import { useUploadRefusal } from './use-upload-refusal';
import { pageQuery, useFileParams } from './folder/file-params';
import { addUploads, dismissError, useUploads } from './upload/uploads.store';
import { t } from '../../i18n/t';
import layout from '../../ui/layout/layout.module.css';
import styles from './workspace.module.css';

const BinView = onDemand(async () => (await import('./bin/bin-view')).BinView);
const DeliverDialog = onDemand(async () => (await import('./access/deliver-dialog')).DeliverDialog);
const DropZone = afterPaint(
  async () => (await import('./upload/choose/drop-zone')).DropZone,
  ({ free }) => (
    <div>
      <DropZoneView free={free} />
    </div>
  ),
);
const FolderDescription = afterPaint(
  async () => (await import('./folder/folder-description')).FolderDescription,
  ({ text }) => <Text className={`${styles.shortened} ${layout.preLine}`}>{text}</Text>,
);
const FileList = afterPaint(async () => (await import('./file/file-list')).FileList, SkeletonCard);
const FolderDetailsDialog = onDemand(async () => (await import('./folder/folder-details-dialog')).FolderDetailsDialog);

export default function WorkspacePage() {
  const [params] = useSearchParams();
  const user = useUser();
  const mayChange = useMay('files');
  const mayDeliver = useMay('deliver');
  const refusal = useUploadRefusal();
  const { data: stats } = useQuery(statsQuery(user));
  const free = stats && Math.max(0, user.totalStorage - stats.usedStorage);
  const folders = useQuery(foldersQuery);
  const selectedFolder = useFolders((state) => state.selectedFolder);
  const uploadError = useUploads(({ error }) => error);
  const [opened, setOpened] = useState<'deliver' | 'details'>();
  if (folders.error && !folders.data) return <ErrorState isPage error={folders.error} onRetry={folders.refetch} />;
  if (!folders.data) return <SkeletonList />;
  if (params.get('view') === 'bin') return <Bin />;

  const folderId = params.get('folder');
  const folder =
    folders.data.find(({ id }) => id === folderId) ??
    (folderId === null ? folders.data.find(({ name }) => name === selectedFolder) : undefined) ??
    folders.data[0];
  if (!folder) return folders.isPlaceholderData ? <SkeletonList /> : <Navigate to="/" replace />;
  if (folderId !== folder.id && !folders.isPlaceholderData)
    return <Navigate to={`/workspace?folder=${folder.id}`} replace />;
  const partners = accessCountOf(folder);

  return (
    <>
      <PageHeader
        title={folder.name}
        subtitle={
          partners === 0
            ? t('Not delivered to anyone yet')
            : partners === 1
              ? t('Delivered to {value}', { value: folder.emails[0] })
              : t('Delivered to {partners} partners', { partners })
        }
        actions={
          <>
            <LinkButton to="/workspace?view=bin" icon={<DeleteOutlined aria-hidden />}>
              {t('Bin')}
            </LinkButton>
            <Button icon={<InfoCircleOutlined aria-hidden />} onClick={() => setOpened('details')}>
              {t('Details')}
            </Button>
            {mayDeliver && (
              <Button type="primary" icon={<SendOutlined aria-hidden />} onClick={() => setOpened('deliver')}>
                {t('Deliver')}
              </Button>
            )}
          </>
        }
      />
      <Flex vertical gap={24}>
        {folder.description && (
          <div className={styles.description}>
            <FolderDescription text={folder.description} />
          </div>
        )}
        {uploadError && (
          <Alert
            type="error"
            showIcon
            role="alert"
            title={uploadError}
            className={`${layout.preLine} ${styles.refused}`}
            closable={{ onClose: dismissError, 'aria-label': t('Dismiss') }}
          />
        )}
        {mayChange && refusal && <Alert type="info" showIcon title={refusal} />}
        {mayChange && !refusal && (
          <DropZone
            free={free}
            onFiles={(files) => {
              const directory = params.get('directory') ?? '';
              addUploads({ folderId: folder.id, folderName: folder.name, directory }, files, free);
            }}
          />
        )}
        <Files key={folder.id} folder={folder} {...(mayDeliver && { onDeliver: () => setOpened('deliver') })} />
      </Flex>
      {opened === 'deliver' && <DeliverDialog folder={folder} onClose={() => setOpened(undefined)} />}
      {opened === 'details' && <FolderDetailsDialog folder={folder} onClose={() => setOpened(undefined)} />}
    </>
  );
}

/** Asks for the files while their list is loaded. */
function Files(props: { folder: FolderView; onDeliver?: () => void }) {
  const { page, ...filters } = useFileParams();
  usePrefetchQuery(pageQuery(props.folder.id, page, filters));
  return <FileList {...props} />;
}

function Bin() {
  return (
    <>
      <PageHeader
        title={t('Bin')}
        subtitle={t('Deleted files count as storage until they are deleted permanently, after 30 days')}
        actions={
          <LinkButton to="/workspace" icon={<LeftOutlined aria-hidden />}>
            {t('Back to the workspace')}
          </LinkButton>
        }
      />
      <BinView />
    </>
  );
}
