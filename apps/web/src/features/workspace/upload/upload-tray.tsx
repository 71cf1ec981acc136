import {
  CheckCircleFilled,
  ClockCircleOutlined,
  CloseCircleFilled,
  CloseOutlined,
  LockFilled,
  ReloadOutlined,
  SafetyCertificateOutlined,
} from '@ant-design/icons';
import { Button, Card, Flex, Tooltip, Typography } from 'antd';
import { useLayoutEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import type { UploadItem } from './upload-item';
import { UploadProgress } from './upload-progress';
import { cancel, clearFinished, coveringUpload, currentQuestion, retry, skip, useUploads } from './uploads.store';
import layout from '../../../ui/layout/layout.module.css';
import styles from './upload.module.css';

/** Sets `--tray-height`, by which `app.css` lifts toasts above a docked tray and ends the page above it. */
function useTrayHeight(isDocked: boolean) {
  const tray = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const { style } = document.documentElement;
    const observer = new ResizeObserver(([entry]) =>
      style.setProperty('--tray-height', `${entry?.borderBoxSize[0]?.blockSize ?? 0}px`),
    );
    if (tray.current && isDocked) observer.observe(tray.current);
    return () => {
      observer.disconnect();
      style.removeProperty('--tray-height');
    };
  }, [isDocked]);
  return tray;
}

/** Progress and errors of all uploads, on every page: in the sidebar, or docked to the bottom of narrow screens. */
export function UploadTray({ isDocked = false }: { isDocked?: boolean }) {
  const { pathname } = useLocation();
  const uploads = useUploads();
  // the flow shows its own uploads
  if (pathname === '/send') return null;
  if (uploads.items.length === 0 || coveringUpload(uploads, pathname) || currentQuestion(uploads)) return null;
  return <Tray items={uploads.items} isDocked={isDocked} />;
}

function Tray({ items, isDocked }: { items: UploadItem[]; isDocked: boolean }) {
  const tray = useTrayHeight(isDocked);
  const left = items.filter(({ state }) => state === 'sending' || state === 'waiting' || state === 'asking').length;
  const failed = items.filter(({ state }) => state === 'failed').length;
  const done = items.length - left - failed;
  const title =
    left > 0 ? `Uploading, ${left} left` : failed > 0 ? `${done} uploaded, ${failed} failed` : `${done} uploaded`;
  return (
    <Card
      ref={tray}
      size="small"
      role="region"
      aria-label="Uploads"
      title={<span role="status">{title}</span>}
      extra={
        left === 0 && (
          <Button
            type="text"
            size="small"
            icon={<CloseOutlined aria-hidden />}
            aria-label="Close the uploads"
            onClick={clearFinished}
          />
        )
      }
      styles={{ body: { padding: 0 } }}
      classNames={{ body: styles.trayBody as string }}
      className={isDocked ? styles.docked : styles.tray}
    >
      <div role="list">
        {items.map((item) => (
          <TrayRow key={item.id} item={item} />
        ))}
      </div>
    </Card>
  );
}

function TrayRow({ item }: { item: UploadItem }) {
  const { file, terms, state, error, isRejected, isHashSame, storedName, folderName } = item;
  return (
    <div role="listitem" className={`list-row ${styles.trayRow}`}>
      <Flex gap={8} align="center">
        <StateIcon state={state} />
        <Typography.Text ellipsis title={file.name} className={layout.grow}>
          {storedName ?? file.name}
        </Typography.Text>
        {state === 'failed' && !isRejected && (
          <Button
            type="text"
            size="small"
            icon={<ReloadOutlined aria-hidden />}
            aria-label={`Retry ${file.name}`}
            onClick={() => retry(item.id)}
          />
        )}
        {(state === 'sending' || state === 'waiting') && (
          <Button type="text" size="small" aria-label={`Cancel ${file.name}`} onClick={() => cancel(item.id)}>
            Cancel
          </Button>
        )}
        {state === 'failed' && (
          <Button
            type="text"
            size="small"
            icon={<CloseOutlined aria-hidden />}
            aria-label={`Remove ${file.name}`}
            onClick={() => skip(item.id)}
          />
        )}
      </Flex>
      {state === 'sending' && <UploadProgress item={item} />}
      {state === 'failed' && (
        <Typography.Text type="danger" className={layout.small}>
          {error}
        </Typography.Text>
      )}
      {state === 'done' && (
        <Typography.Text type="secondary" className={layout.tiny}>
          In {folderName}
          {terms.mode === 'e2e' && (
            <>
              {' · '}
              <LockFilled aria-hidden /> End-to-end encrypted
            </>
          )}
          {isHashSame && (
            <Tooltip
              title={`The stored file is identical to what was ${terms.mode === 'e2e' ? 'encrypted' : 'read'} here: both have the same SHA-256.`}
            >
              <span tabIndex={0}>
                {' · '}
                <SafetyCertificateOutlined aria-hidden /> Hash checked
              </span>
            </Tooltip>
          )}
        </Typography.Text>
      )}
      {isHashSame === false && (
        <Typography.Text type="danger">
          The stored bytes differ from the file. Delete it and upload it again.
        </Typography.Text>
      )}
    </div>
  );
}

function StateIcon({ state }: { state: UploadItem['state'] }) {
  if (state === 'done') return <CheckCircleFilled aria-label="uploaded" className={layout.success} />;
  if (state === 'failed') return <CloseCircleFilled aria-label="failed" className={layout.error} />;
  return <ClockCircleOutlined aria-label={state === 'sending' ? 'uploading' : 'waiting'} className={layout.tertiary} />;
}
