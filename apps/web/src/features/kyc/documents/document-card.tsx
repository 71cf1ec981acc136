import {
  CheckCircleFilled,
  CloseCircleFilled,
  DeleteOutlined,
  ExclamationCircleFilled,
  EyeOutlined,
  HistoryOutlined,
  UploadOutlined,
} from '@ant-design/icons';
import type { KycDocument, KycUpload } from '@tradepost/contracts/kyc';
import { Button, Card, Flex, Progress, Typography, Upload } from 'antd';
import { useId, useState } from 'react';
import { FileIcon } from '../../../ui/file/file-icon';
import { formatBytes, formatDate, formatDay } from '../../../ui/feedback/format';
import { UnscannedNote } from '../../../ui/file/scan-note';
import { Anchor, Remark } from '../fields';
import { documentExtensions, type Sending } from './use-documents';
import { t } from '../../../i18n/t';
import layout from '../../../ui/layout/layout.module.css';
import styles from './document-card.module.css';

type OneUpload = Pick<KycUpload, 'id' | 'filename' | 'uploadedAt'>;

interface DocumentCardProps {
  document: KycDocument;
  /** Why the reviewer rejected the upload. */
  rejection: string | null | undefined;
  sending: Sending | undefined;
  clearing: boolean;
  locked: boolean;
  onChoose: (file: File) => void;
  onClear: () => void;
  onPreview: (upload: OneUpload) => void;
}

export function DocumentCard({
  document,
  rejection,
  sending,
  clearing,
  locked,
  onChoose,
  onClear,
  onPreview,
}: DocumentCardProps) {
  const { id, name, uploadId, filename, uploadedAt, versions } = document;
  const isOnItsWay = sending && !sending.error;
  return (
    <Anchor field={`documents.${id}`}>
      <Card
        size="small"
        className={`${layout.fullHeight} ${sending?.error ? styles.failed : rejection ? styles.rejected : ''}`}
        styles={{ body: { padding: 16, height: '100%' } }}
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault();
          const [dropped] = event.dataTransfer.files;
          if (dropped && !locked) onChoose(dropped);
        }}
      >
        <Flex vertical gap={12} className={layout.fullHeight}>
          <Flex justify="space-between" gap={8}>
            <Typography.Text strong>{name}</Typography.Text>
            {filename &&
              !sending &&
              (rejection ? (
                <ExclamationCircleFilled aria-hidden className={layout.warning} />
              ) : (
                <CheckCircleFilled aria-hidden className={layout.success} />
              ))}
          </Flex>
          <FileLine document={document} sending={sending} />
          {isOnItsWay && (
            <Progress percent={sending.percent} size="small" aria-label={t('Uploading {name}', { name })} />
          )}
          {rejection && <Remark reason={rejection} />}
          <Flex gap={8} wrap>
            <Upload
              accept={documentExtensions}
              maxCount={1}
              showUploadList={false}
              disabled={locked}
              beforeUpload={(picked) => {
                onChoose(picked);
                return false;
              }}
            >
              <Button
                icon={<UploadOutlined aria-hidden />}
                aria-label={t('Upload {name}', { name })}
                title={filename ? t('Replaces this one, which stays as an earlier version') : undefined}
              >
                {t('Upload')}
              </Button>
            </Upload>
            <Button
              icon={<DeleteOutlined aria-hidden />}
              disabled={locked || (!filename && !sending)}
              loading={clearing}
              aria-label={t('Clear {name}', { name })}
              onClick={onClear}
            >
              {t('Clear')}
            </Button>
            <Button
              icon={<EyeOutlined aria-hidden />}
              disabled={!filename || !!isOnItsWay}
              aria-label={t('Preview {name}', { name })}
              onClick={() =>
                uploadId && filename && onPreview({ id: uploadId, filename, uploadedAt: uploadedAt ?? '' })
              }
            >
              {t('Preview')}
            </Button>
          </Flex>
          {versions.length > 0 && <EarlierVersions name={name} versions={versions} onPreview={onPreview} />}
        </Flex>
      </Card>
    </Anchor>
  );
}

/** The running upload, else the current file, with its state. */
function FileLine({
  document: { filename, contentType, size, uploadedAt, scan },
  sending,
}: {
  document: KycDocument;
  sending: Sending | undefined;
}) {
  const shown = sending
    ? { name: sending.file.name, type: sending.file.type, size: sending.file.size }
    : { name: filename, type: contentType, size };
  return (
    <Flex gap={12} align="center" className={styles.state}>
      {shown.name && <FileIcon mimetype={shown.type ?? ''} name={shown.name} size={24} />}
      <div className={`${layout.grow} ${layout.shrinkable}`}>
        {shown.name && (
          <Typography.Text ellipsis={{ tooltip: shown.name }} className={layout.block}>
            {shown.name}
          </Typography.Text>
        )}
        {sending?.error ? (
          <span role="alert" className={`${layout.error} ${layout.small}`}>
            <CloseCircleFilled aria-hidden />{' '}
            {filename ? t('{error} ({filename} stays)', { error: sending.error, filename }) : sending.error}
          </span>
        ) : (
          <Typography.Text type="secondary" className={layout.small}>
            {!shown.name
              ? `${t('Not uploaded yet')} `
              : sending
                ? `${t('{formatBytes} · Uploading...', { formatBytes: formatBytes(shown.size ?? 0) })} `
                : `${t('{formatBytes} · Uploaded {formatDay}', { formatBytes: formatBytes(shown.size ?? 0), formatDay: formatDay(uploadedAt ?? '') })} `}{' '}
            {!sending && <UnscannedNote scan={scan} />}
          </Typography.Text>
        )}
      </div>
    </Flex>
  );
}

function EarlierVersions({
  name,
  versions,
  onPreview,
}: {
  name: string;
  versions: KycUpload[];
  onPreview: (upload: OneUpload) => void;
}) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const text =
    versions.length === 1 ? t('1 earlier version') : t('{count} earlier versions', { count: versions.length });
  return (
    <div>
      <Button
        type="text"
        size="small"
        icon={<HistoryOutlined aria-hidden />}
        disabled={false}
        aria-expanded={open}
        aria-controls={id}
        aria-label={t('{text} of {name}', { text, name })}
        onClick={() => setOpen(!open)}
        className={styles.pullStart}
      >
        {text}
      </Button>
      <ul id={id} hidden={!open} className={layout.bareList}>
        {versions.map((version) => (
          <li key={version.id}>
            <Button type="text" disabled={false} block onClick={() => onPreview(version)} className={styles.fileButton}>
              <span className={layout.shrinkable}>
                <span className={`${layout.block} ${layout.breakWords}`}>{version.filename}</span>
                <Typography.Text type="secondary" className={layout.small}>
                  {version.scan === 'none'
                    ? t('{size} · {uploadedAt} · Not scanned', {
                        size: formatBytes(version.size),
                        uploadedAt: formatDate(version.uploadedAt),
                      })
                    : t('{size} · {uploadedAt}', {
                        size: formatBytes(version.size),
                        uploadedAt: formatDate(version.uploadedAt),
                      })}
                </Typography.Text>
              </span>
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}
