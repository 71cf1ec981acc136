import { Alert, Flex, Spin, Typography } from 'antd';
import { lazy, Suspense, useEffect, useState } from 'react';
import { FileIcon } from './file-icon';
import { previewKind, previewRows } from './preview-kind';
import { firstRows } from './read-rows';
import { TablePreview } from './table-preview';
import { t } from '../../i18n/t';
import styles from './file-preview.module.css';

const PdfView = lazy(() => import('./pdf-view').then(({ PdfView: Component }) => ({ default: Component })));

interface FilePreviewProps {
  blob: Blob;
  name: string;
  mimetype: string;
}

/** A preview of a file that runs none of its active content. */
export function FilePreview({ blob, name, mimetype }: FilePreviewProps) {
  const kind = previewKind(name);
  if (kind === 'image') return <ImageView blob={blob} name={name} mimetype={mimetype} />;
  if (kind === 'table') return <TableView blob={blob} name={name} />;
  if (kind === 'text') return <TextView blob={blob} />;
  if (kind === 'pdf')
    return (
      <Suspense fallback={<Spin />}>
        <PdfView blob={blob} name={name} />
      </Suspense>
    );
  return (
    <Flex vertical gap={12} align="center" className={styles.unsupported}>
      <FileIcon mimetype={mimetype} name={name} size={40} />
      <Typography.Text type="secondary">
        {t('This format cannot be shown here. Download the file to open it.')}
      </Typography.Text>
    </Flex>
  );
}

function ImageView({ blob, name, mimetype }: FilePreviewProps) {
  const [url, setUrl] = useState<string>();
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    const made = URL.createObjectURL(new Blob([blob], { type: mimetype }));
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [blob, mimetype]);
  if (failed)
    return <Alert type="warning" showIcon title={t('This image cannot be shown. The file may be damaged.')} />;
  return url && <img src={url} alt={name} onError={() => setFailed(true)} className={styles.image} />;
}

function TableView({ blob, name }: Omit<FilePreviewProps, 'mimetype'>) {
  const [rows, setRows] = useState<string[][]>();
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    firstRows(blob, name, previewRows + 1).then(setRows, () => setFailed(true));
  }, [blob, name]);
  if (failed)
    return <Alert type="warning" showIcon title={t('The rows cannot be read. Download the file to open it.')} />;
  if (!rows) return <Spin />;
  if (rows.length === 0) return <Typography.Text type="secondary">{t('The file has no rows.')}</Typography.Text>;
  return (
    <Flex vertical gap={8}>
      <TablePreview label={t('First rows of {name}', { name })} rows={rows} maxHeight={420} />
      {rows.length > previewRows && (
        <Typography.Text type="secondary">{t('The first {previewRows} rows', { previewRows })}</Typography.Text>
      )}
    </Flex>
  );
}

function TextView({ blob }: { blob: Blob }) {
  const [text, setText] = useState<string>();
  useEffect(() => {
    void blob.text().then(setText);
  }, [blob]);
  return (
    <pre tabIndex={0} className={styles.text}>
      {text}
    </pre>
  );
}
