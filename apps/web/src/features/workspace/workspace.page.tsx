import { SendOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button, Flex } from 'antd';
import { useState } from 'react';
import { Navigate, useSearchParams } from 'react-router-dom';
import { ErrorState } from '../../ui/error-state';
import { PageHeader } from '../../ui/page-header';
import { SkeletonList } from '../../ui/skeleton-list';
import { foldersQuery } from './api';
import { DeliverDialog } from './deliver-dialog';
import { FileList } from './file-list';
import { UploadPanel } from './upload-panel';

export default function WorkspacePage() {
  const [params] = useSearchParams();
  const folders = useQuery(foldersQuery);
  const [delivering, setDelivering] = useState(false);
  if (folders.error && !folders.data) return <ErrorState error={folders.error} onRetry={folders.refetch} />;
  if (!folders.data) return <SkeletonList />;
  const folder = folders.data.find(({ id }) => id === params.get('folder')) ?? folders.data[0];
  if (!folder) return <Navigate to="/" replace />;
  const partners = folder.emails.length;
  return (
    <>
      <PageHeader
        title={folder.name}
        subtitle={partners === 0 ? 'Not delivered to anyone yet' : `Delivered to ${partners === 1 ? folder.emails[0] : `${partners} partners`}`}
        actions={
          <Button type="primary" icon={<SendOutlined />} onClick={() => setDelivering(true)}>
            Deliver
          </Button>
        }
      />
      <Flex vertical gap={24}>
        <UploadPanel key={`upload-${folder.id}`} folderId={folder.id} />
        <FileList key={folder.id} folderId={folder.id} />
      </Flex>
      {delivering && <DeliverDialog folder={folder} onClose={() => setDelivering(false)} />}
    </>
  );
}
