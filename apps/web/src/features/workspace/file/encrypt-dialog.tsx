import { CheckCircleFilled, CloseCircleFilled, LockFilled } from '@ant-design/icons';
import type { FileView } from '@tradepost/contracts/storage';
import { Alert, Flex, Modal, Progress, Typography } from 'antd';
import { useEffect } from 'react';
import { VaultClosed } from '../../../vault/vault';
import { useSealInPlace, type SealedFileState } from './seal-in-place';
import { t } from '../../../i18n/t';
import layout from '../../../ui/layout/layout.module.css';
import styles from './file.module.css';

interface EncryptDialogProps {
  folderId: string;
  /** Managed files only. */
  files: FileView[];
  onDone: () => void;
  onClose: () => void;
}

const explanation = t(
  'Each file is downloaded, encrypted in this browser and stored again. From then on, only you and people you send it to can open it. Earlier versions that are not end-to-end encrypted are deleted permanently, unless a transfer still needs them.',
);

/** Seals managed files in place. */
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
      title={
        files.length === 1
          ? t('Encrypt {name}', { name: first?.name })
          : t('Encrypt {count} files', { count: files.length })
      }
      okText={isOver ? t('Close') : done > 0 || error ? t('Continue') : t('Encrypt')}
      cancelText={isRunning ? t('Stop') : t('Cancel')}
      cancelButtonProps={isOver ? { className: styles.hidden } : {}}
      confirmLoading={isRunning}
      onOk={() => (isOver ? finish() : start(left))}
      onCancel={() => (isRunning ? stop() : finish())}
      mask={{ closable: false }}
      closable={!isRunning}
      width={560}
    >
      <Flex vertical gap={16}>
        {!isOver && <Typography.Text>{explanation}</Typography.Text>}
        {hasSample && !isOver && (
          <Alert
            type="warning"
            showIcon
            title={t('A whole file is no longer offered as a preview once it is encrypted.')}
          />
        )}
        {error && (
          <Alert type={error instanceof VaultClosed ? 'info' : 'error'} showIcon role="alert" title={error.message} />
        )}
        <Typography.Text role="status" strong>
          {isOver
            ? done === 1
              ? t('The file is end-to-end encrypted.')
              : t('{done} files are end-to-end encrypted.', { done })
            : isRunning
              ? t('{done} of {count} encrypted', { done, count: files.length })
              : ''}
        </Typography.Text>
        <Flex component="ul" vertical gap={12} className={`${styles.filesToEncrypt} ${layout.bareList}`}>
          {files.map((file) => (
            <EncryptRow key={file.id} file={file} state={states[file.id]} />
          ))}
        </Flex>
      </Flex>
    </Modal>
  );
}

const steps = { fetching: t('Fetching'), sealing: t('Encrypting'), sending: t('Sending encrypted') };

function EncryptRow({ file: { name }, state }: { file: FileView; state: SealedFileState | undefined }) {
  return (
    <li>
      <Flex gap={8} align="center">
        {state?.state === 'done' ? (
          <CheckCircleFilled aria-label={t('encrypted')} className={layout.success} />
        ) : state?.state === 'failed' ? (
          <CloseCircleFilled aria-label={t('failed')} className={layout.error} />
        ) : (
          <LockFilled aria-hidden className={layout.tertiary} />
        )}
        <Typography.Text className={`${layout.grow} ${layout.shrinkable} ${layout.breakWords}`}>{name}</Typography.Text>
        {state && state.state in steps && (
          <Typography.Text type="secondary" className={layout.small}>
            {steps[state.state as keyof typeof steps]}
          </Typography.Text>
        )}
      </Flex>
      {state && state.state in steps && (
        <Progress
          percent={state.percent}
          size="small"
          aria-label={t('Encrypting {name}', { name })}
          className={layout.noMargin}
        />
      )}
      {state?.error && <Typography.Text type="danger">{state.error}</Typography.Text>}
    </li>
  );
}
