import { InboxOutlined } from '@ant-design/icons';
import { useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Card, Flex, Modal, Progress, Typography, Upload } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { formatBytes } from '../../ui/format';
import { useToast } from '../../ui/use-toast';
import { uploadFile, type FileTerms } from './api';
import { defaultTerms, TermsFields } from './terms-fields';

interface Running {
  name: string;
  loaded: number;
  total: number;
}

/** Chosen files go one at a time, each after its dialog; a failure is said and the next one comes. */
export function UploadPanel({ folderId }: { folderId: string }) {
  const client = useQueryClient();
  const toast = useToast();
  const [queue, setQueue] = useState<File[]>([]);
  const [terms, setTerms] = useState<FileTerms>(defaultTerms);
  const [running, setRunning] = useState<Running>();
  const [error, setError] = useState<string>();
  const controller = useRef<AbortController>(undefined);
  const current = running ? undefined : queue[0];
  const isRunning = running !== undefined;

  useEffect(() => {
    if (!isRunning) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isRunning]);

  const next = () => setQueue(([, ...rest]) => rest);
  const proceed = async (file: File) => {
    setError(undefined);
    setRunning({ name: file.name, loaded: 0, total: file.size });
    controller.current = new AbortController();
    try {
      await uploadFile({ folderId, file, terms }, { signal: controller.current.signal, onProgress: (loaded, total) => setRunning({ name: file.name, loaded, total }) });
      toast.success({ title: 'Success', description: `${file.name} was uploaded.` });
      await Promise.all(['folders', 'files', 'stats'].map((key) => client.invalidateQueries({ queryKey: [key] })));
    } catch (failure) {
      if (!controller.current.signal.aborted) setError(`${file.name}: ${failure instanceof Error ? failure.message : 'An unknown error occurred'}`);
    }
    setRunning(undefined);
    next();
  };

  return (
    <Flex vertical gap={16}>
      {error && <Alert type="error" showIcon title={error} closable={{ onClose: () => setError(undefined) }} />}
      <Upload.Dragger multiple showUploadList={false} accept=".pdf,.xlsx,.xls,.csv,.jpg,.jpeg,.png,.gif" disabled={isRunning} beforeUpload={(file) => {
          setQueue((held) => [...held, file]);
          return false;
        }}>
        <p className="ant-upload-drag-icon">
          <InboxOutlined />
        </p>
        <p className="ant-upload-text">Upload your files</p>
        <p className="ant-upload-hint">Supported formats: PDF, Excel, CSV, Images (JPG, PNG, GIF) • Max file size: 50MB</p>
      </Upload.Dragger>
      {running && (
        <Card size="small" role="status">
          <Flex vertical gap={4}>
            <Typography.Text strong>Uploading Files</Typography.Text>
            <Typography.Text type="secondary">Please do not go back while uploading.....</Typography.Text>
            <Flex align="center" gap={12}>
              <Progress percent={Math.floor((100 * running.loaded) / Math.max(1, running.total))} aria-label={running.name} style={{ flex: 1 }} />
              <Button size="small" onClick={() => controller.current?.abort()}>
                Cancel
              </Button>
            </Flex>
            <Typography.Text type="secondary" ellipsis>
              {running.name}, {formatBytes(running.loaded)} of {formatBytes(running.total)}
            </Typography.Text>
          </Flex>
        </Card>
      )}
      {current && <FileInfoDialog key={`${current.name}-${queue.length}`} file={current} left={queue.length - 1} terms={terms} onChange={setTerms} onProceed={() => void proceed(current)} onCancel={next} />}
    </Flex>
  );
}

interface FileInfoDialogProps {
  file: File;
  left: number;
  terms: FileTerms;
  onChange: (terms: FileTerms) => void;
  onProceed: () => void;
  onCancel: () => void;
}

function FileInfoDialog({ file, left, terms, onChange, onProceed, onCancel }: FileInfoDialogProps) {
  return (
    <Modal open title="File Information" okText="Proceed" onOk={onProceed} onCancel={onCancel} cancelText="Cancel">
      <Flex vertical gap={12}>
        <div>
          <Typography.Text type="secondary">File Name</Typography.Text>
          <Typography.Paragraph strong style={{ margin: 0, wordBreak: 'break-all' }}>
            {file.name}
          </Typography.Paragraph>
          <Typography.Text type="secondary">
            {formatBytes(file.size)}
            {left > 0 && `, ${left} more to come`}
          </Typography.Text>
        </div>
        <TermsFields terms={terms} onChange={onChange} followTotal />
      </Flex>
    </Modal>
  );
}
