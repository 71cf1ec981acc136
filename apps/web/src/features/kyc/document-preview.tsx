import { useQuery } from '@tanstack/react-query';
import type { KycDocument } from '@tradepost/contracts/kyc';
import { Button, Flex, Modal, Spin, Typography } from 'antd';
import { useEffect, useState } from 'react';
import { ErrorState } from '../../ui/error-state';
import { FileIcon } from '../../ui/file-icon';
import { loadDocument } from './api';

const megabyte = 1024 * 1024;

interface DocumentPreviewProps {
  title: string;
  /** Chosen just now; shown rather than the stored one. */
  file: File | undefined;
  stored: KycDocument | undefined;
  open: boolean;
  onClose: () => void;
}

/** The address of a blob for as long as it is shown. */
function useObjectUrl(blob: Blob | undefined): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!blob) return;
    const made = URL.createObjectURL(blob);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [blob]);
  return blob && url;
}

export function DocumentPreview({ title, file, stored, open, onClose }: DocumentPreviewProps) {
  const fileUrl = stored?.fileUrl ?? '';
  const loaded = useQuery({
    queryKey: ['kyc', 'document', fileUrl],
    queryFn: () => loadDocument(fileUrl),
    enabled: open && !file && fileUrl !== '',
    gcTime: 0,
  });
  const blob = file ?? loaded.data;
  const url = useObjectUrl(blob);
  const name = file?.name ?? stored?.filename ?? '';

  return (
    <Modal open={open} title={title} onCancel={onClose} footer={null} width={820} destroyOnHidden>
      <Flex vertical align="center" justify="center" gap={12} style={{ height: '60vh' }}>
        {loaded.error && !file ? (
          <ErrorState error={loaded.error} onRetry={loaded.refetch} />
        ) : !blob || !url ? (
          <Spin />
        ) : blob.type.startsWith('image/') ? (
          <img src={url} alt={name} style={{ maxWidth: '100%', maxHeight: '100%', objectFit: 'contain' }} />
        ) : (
          <>
            <FileIcon mimetype={blob.type} name={name} size={48} />
            <Typography.Text strong>{name}</Typography.Text>
            <Typography.Text type="secondary" className="numbers">
              {(blob.size / megabyte).toFixed(2)} MB
            </Typography.Text>
            <Button href={url} target="_blank" rel="noopener">
              Open File
            </Button>
          </>
        )}
      </Flex>
    </Modal>
  );
}
