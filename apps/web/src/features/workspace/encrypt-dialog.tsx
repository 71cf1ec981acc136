import { CheckCircleFilled, CloseCircleFilled, LockFilled } from '@ant-design/icons';
import type { FileView } from '@tradepost/contracts/storage';
import { Alert, Flex, Modal, Progress, Typography, theme } from 'antd';
import { useEffect } from 'react';
import { VaultClosed } from '../../vault/vault';
import { useSealInPlace, type SealedFileState } from './seal-in-place';

interface EncryptDialogProps {
  folderId: string;
  /** All of them managed. */
  files: FileView[];
  onDone: () => void;
  onClose: () => void;
}

const whatHappens =
  'Each file is downloaded, encrypted in this browser and stored again. From then on only you, and those you hand it to, can open it. Earlier versions that are not encrypted are deleted for good, unless a transfer still needs them.';

/** Seals files that the operator can read so far. */
export function EncryptDialog({ folderId, files, onDone, onClose }: EncryptDialogProps) {
  const { states, isRunning, error, start, stop } = useSealInPlace(folderId);
  useEffect(() => stop, [stop]);

  const [first] = files;
  const done = files.filter(({ id }) => states[id]?.state === 'done').length;
  const left = files.filter(({ id }) => states[id]?.state !== 'done');
  const isOver = done === files.length;
  const hasSample = files.some(({ sample }) => sample === 'file');
  const finish = () => {
    if (done > 0) onDone();
    onClose();
  };
  return (
    <Modal
      open
      title={files.length === 1 ? `Encrypt ${first?.name}` : `Encrypt ${files.length} files`}
      okText={isOver ? 'Close' : done > 0 || error ? 'Go on' : 'Encrypt'}
      cancelText={isRunning ? 'Stop' : 'Cancel'}
      cancelButtonProps={isOver ? { style: { display: 'none' } } : {}}
      confirmLoading={isRunning}
      onOk={() => (isOver ? finish() : start(left))}
      onCancel={() => (isRunning ? stop() : finish())}
      mask={{ closable: false }}
      closable={!isRunning}
      width={560}
    >
      <Flex vertical gap={16}>
        {!isOver && <Typography.Text>{whatHappens}</Typography.Text>}
        {hasSample && !isOver && (
          <Alert
            type="warning"
            showIcon
            title="A whole file that is offered as a sample will not be offered any more."
          />
        )}
        {error && (
          <Alert type={error instanceof VaultClosed ? 'info' : 'error'} showIcon role="alert" title={error.message} />
        )}
        <Typography.Text role="status" strong>
          {isOver
            ? `${done === 1 ? 'The file is' : `${done} files are`} end-to-end encrypted.`
            : isRunning
              ? `${done} of ${files.length} encrypted`
              : ''}
        </Typography.Text>
        <Flex
          component="ul"
          vertical
          gap={10}
          style={{ listStyle: 'none', margin: 0, padding: 0, maxHeight: 260, overflowY: 'auto' }}
        >
          {files.map((file) => (
            <Row key={file.id} file={file} state={states[file.id]} />
          ))}
        </Flex>
      </Flex>
    </Modal>
  );
}

const steps = { fetching: 'Fetching', sealing: 'Encrypting', sending: 'Sending encrypted' };

function Row({ file: { name }, state }: { file: FileView; state: SealedFileState | undefined }) {
  const { token } = theme.useToken();
  return (
    <li>
      <Flex gap={8} align="center">
        {state?.state === 'done' ? (
          <CheckCircleFilled aria-label="encrypted" style={{ color: token.colorSuccess }} />
        ) : state?.state === 'failed' ? (
          <CloseCircleFilled aria-label="failed" style={{ color: token.colorError }} />
        ) : (
          <LockFilled aria-hidden style={{ color: token.colorTextTertiary }} />
        )}
        <Typography.Text style={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>{name}</Typography.Text>
        {state && state.state in steps && (
          <Typography.Text type="secondary" style={{ fontSize: 13 }}>
            {steps[state.state as keyof typeof steps]}
          </Typography.Text>
        )}
      </Flex>
      {state && state.state in steps && (
        <Progress percent={state.percent} size="small" aria-label={`Encrypting ${name}`} style={{ margin: 0 }} />
      )}
      {state?.error && <Typography.Text type="danger">{state.error}</Typography.Text>}
    </li>
  );
}
