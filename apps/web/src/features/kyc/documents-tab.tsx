import { CheckCircleFilled, DeleteOutlined, EyeOutlined, UploadOutlined } from '@ant-design/icons';
import { kycDocuments, type KycDocument, type KycDocumentId } from '@tradepost/contracts/kyc';
import { Button, Card, Flex, Typography, Upload, theme } from 'antd';
import { useState } from 'react';
import { FileIcon } from '../../ui/file-icon';
import { formatBytes, formatDay } from '../../ui/format';
import type { ChosenDocuments } from './api';
import { DocumentPreview } from './document-preview';

interface DocumentsTabProps {
  stored: KycDocument[];
  chosen: ChosenDocuments;
  onChoose: (id: KycDocumentId, file: File | undefined) => void;
}

export function DocumentsTab({ stored, chosen, onChoose }: DocumentsTabProps) {
  const [shown, setShown] = useState<KycDocumentId | null>(null);
  const name = kycDocuments.find(([id]) => id === shown)?.[1] ?? '';
  return (
    <>
      <Typography.Paragraph type="secondary">
        Upload what you have; the rest may follow. Files are sent when you save changes, and all nine are needed before approval.
      </Typography.Paragraph>
      <div style={{ display: 'grid', gridTemplateColumns: 'repeat(auto-fill, minmax(min(300px, 100%), 1fr))', gap: 16 }}>
        {kycDocuments.map(([kind, title]) => (
          <DocumentCard
            key={kind}
            name={title}
            stored={stored.find(({ id, filename }) => id === kind && filename)}
            file={chosen[kind]}
            onChoose={(file) => onChoose(kind, file)}
            onPreview={() => setShown(kind)}
          />
        ))}
      </div>
      <DocumentPreview
        title={name}
        file={shown ? chosen[shown] : undefined}
        stored={stored.find(({ id }) => id === shown)}
        open={shown !== null}
        onClose={() => setShown(null)}
      />
    </>
  );
}

interface DocumentCardProps {
  name: string;
  stored: KycDocument | undefined;
  file: File | undefined;
  onChoose: (file: File | undefined) => void;
  onPreview: () => void;
}

function DocumentCard({ name, stored, file, onChoose, onPreview }: DocumentCardProps) {
  const { token } = theme.useToken();
  const filename = file?.name ?? stored?.filename;
  const size = file?.size ?? stored?.size;
  const state = file
    ? 'Sent with Save Changes'
    : stored
      ? stored.uploadedAt
        ? `Uploaded ${formatDay(stored.uploadedAt)}`
        : 'Uploaded'
      : 'Not uploaded yet';
  return (
    <Card size="small" styles={{ body: { padding: 16 } }}>
      <Flex vertical gap={12} style={{ height: '100%' }}>
        <Flex justify="space-between" gap={8}>
          <Typography.Text strong>{name}</Typography.Text>
          {stored && !file && <CheckCircleFilled aria-hidden style={{ color: token.colorSuccess }} />}
        </Flex>
        <Flex gap={10} align="center" style={{ minHeight: 44 }}>
          <FileIcon mimetype={file?.type ?? stored?.contentType ?? ''} name={filename ?? ''} size={24} />
          <div style={{ minWidth: 0, flex: 1 }}>
            {filename && (
              <Typography.Text ellipsis style={{ display: 'block' }}>
                {filename}
              </Typography.Text>
            )}
            <Typography.Text type="secondary" style={{ fontSize: 13 }}>
              {size ? `${formatBytes(size)} · ` : ''}
              {state}
            </Typography.Text>
          </div>
        </Flex>
        <Flex gap={8} wrap>
          <Upload
            accept=".pdf,.png,.jpg,.jpeg,.gif"
            maxCount={1}
            showUploadList={false}
            beforeUpload={(picked) => {
              onChoose(picked);
              return false;
            }}
          >
            <Button icon={<UploadOutlined />} aria-label={`Upload ${name}`}>
              Upload
            </Button>
          </Upload>
          <Button icon={<DeleteOutlined />} disabled={!file} aria-label={`Clear ${name}`} onClick={() => onChoose(undefined)}>
            Clear
          </Button>
          <Button icon={<EyeOutlined />} disabled={!filename} aria-label={`Preview ${name}`} onClick={onPreview}>
            Preview
          </Button>
        </Flex>
      </Flex>
    </Card>
  );
}
