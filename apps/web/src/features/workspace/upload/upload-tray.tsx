import {
  CaretRightOutlined,
  CheckCircleFilled,
  ClockCircleOutlined,
  CloseCircleFilled,
  CloseOutlined,
  LockFilled,
  PauseCircleOutlined,
  PauseOutlined,
  ReloadOutlined,
  SafetyCertificateOutlined,
} from '@ant-design/icons';
import { Button, Card, Flex } from 'antd';
import { useLayoutEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { afterPaint } from '../../../ui/busy/after-paint';
import { Text } from '../../../ui/text/text';
import { canPause, pathOf, type UploadItem } from './upload-item';
import { UploadProgress } from './upload-progress';
import {
  cancel,
  clearFinished,
  coveringUpload,
  currentQuestion,
  pause,
  retry,
  skip,
  useUploads,
} from './uploads.store';
import { t } from '../../../i18n/t';
import layout from '../../../ui/layout/layout.module.css';
import styles from './upload.module.css';

const Tooltip = afterPaint(
  async () => (await import('antd/es/tooltip')).default,
  ({ children }) => <>{children}</>,
);

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

/** What runs and what failed comes first, because the tray shows only a few rows. */
const urgency: UploadItem['state'][] = ['sending', 'failed', 'paused', 'waiting', 'asking', 'done'];
const byUrgency = (a: UploadItem, b: UploadItem) => urgency.indexOf(a.state) - urgency.indexOf(b.state);

function Tray({ items, isDocked }: { items: UploadItem[]; isDocked: boolean }) {
  const tray = useTrayHeight(isDocked);
  const failed = items.filter(({ state }) => state === 'failed').length;
  const toRetry = items.filter(({ state, isRejected }) => state === 'failed' && !isRejected);
  const done = items.filter(({ state }) => state === 'done').length;
  const left = items.length - failed - done;
  const title =
    left > 0
      ? t('Uploading, {left} left', { left })
      : failed > 0
        ? t('{done} uploaded, {failed} failed', { done, failed })
        : t('{done} uploaded', { done });
  return (
    <Card
      ref={tray}
      size="small"
      role="region"
      aria-label={t('Uploads')}
      title={<span role="status">{title}</span>}
      extra={
        <Flex gap={4} align="center">
          {toRetry.length > 1 && (
            <Button type="text" size="small" onClick={() => toRetry.forEach(({ id }) => retry(id))}>
              {t('Retry all')}
            </Button>
          )}
          {left === 0 && (
            <Button
              type="text"
              size="small"
              icon={<CloseOutlined aria-hidden />}
              aria-label={t('Close the uploads')}
              onClick={clearFinished}
            />
          )}
        </Flex>
      }
      styles={{ body: { padding: 0 } }}
      classNames={{ body: styles.trayBody as string }}
      className={isDocked ? styles.docked : styles.tray}
    >
      <div role="list">
        {items.toSorted(byUrgency).map((item) => (
          <TrayRow key={item.id} item={item} />
        ))}
      </div>
    </Card>
  );
}

function TrayRow({ item }: { item: UploadItem }) {
  const { terms, state, error, isRejected, isHashSame, storedName, folderName } = item;
  const name = storedName ?? pathOf(item);
  return (
    <div role="listitem" className={`list-row ${styles.trayRow}`}>
      <Flex gap={8} align="center">
        <StateIcon state={state} />
        <span
          dir="auto"
          title={name}
          className={`${layout.grow} ${state === 'failed' ? layout.breakWords : layout.cut}`}
        >
          {name}
        </span>
        {canPause(item) && (
          <Button
            type="text"
            size="small"
            icon={<PauseOutlined aria-hidden />}
            aria-label={t('Pause {name}', { name })}
            onClick={() => pause(item.id)}
          />
        )}
        {state === 'paused' && (
          <Button
            type="text"
            size="small"
            icon={<CaretRightOutlined aria-hidden />}
            aria-label={t('Resume {name}', { name })}
            onClick={() => retry(item.id)}
          />
        )}
        {(state === 'sending' || state === 'waiting' || state === 'paused') && (
          <Button type="text" size="small" aria-label={t('Cancel {name}', { name })} onClick={() => cancel(item.id)}>
            {t('Cancel')}
          </Button>
        )}
        {isRejected && (
          <Button
            type="text"
            size="small"
            icon={<CloseOutlined aria-hidden />}
            aria-label={t('Remove {name}', { name })}
            onClick={() => skip(item.id)}
          />
        )}
      </Flex>
      {state === 'sending' && <UploadProgress item={item} />}
      {state === 'paused' && (
        <Text type="secondary" className={layout.small}>
          {t('Paused')}
        </Text>
      )}
      {state === 'failed' && (
        <>
          <Text type="danger" className={layout.small}>
            {error}
          </Text>
          {!isRejected && (
            <Flex gap={8} wrap className={styles.failedActions}>
              <Button
                size="small"
                icon={<ReloadOutlined aria-hidden />}
                aria-label={t('Retry {name}', { name })}
                onClick={() => retry(item.id)}
              >
                {t('Retry')}
              </Button>
              <Button type="text" size="small" aria-label={t('Remove {name}', { name })} onClick={() => skip(item.id)}>
                {t('Remove')}
              </Button>
            </Flex>
          )}
        </>
      )}
      {state === 'done' && (
        <Text type="secondary" className={layout.small}>
          {t('In {folderName}', { folderName })}
          {terms.mode === 'e2e' && (
            <>
              {' · '}
              <LockFilled aria-hidden /> {t('End-to-end encrypted')}
            </>
          )}
          {isHashSame && (
            <Tooltip
              title={
                terms.mode === 'e2e'
                  ? t('The stored file is identical to what was encrypted here: both have the same SHA-256.')
                  : t('The stored file is identical to what was read here: both have the same SHA-256.')
              }
            >
              <span tabIndex={0}>
                {' · '}
                <SafetyCertificateOutlined aria-hidden /> {t('Stored unchanged')}
              </span>
            </Tooltip>
          )}
        </Text>
      )}
      {isHashSame === false && (
        <Text type="danger">{t('The stored bytes differ from the file. Delete it and upload it again.')}</Text>
      )}
    </div>
  );
}

function StateIcon({ state }: { state: UploadItem['state'] }) {
  if (state === 'done') return <CheckCircleFilled aria-label={t('uploaded')} className={layout.success} />;
  if (state === 'failed') return <CloseCircleFilled aria-label={t('failed')} className={layout.error} />;
  if (state === 'paused') return <PauseCircleOutlined aria-label={t('paused')} className={layout.tertiary} />;
  return (
    <ClockCircleOutlined aria-label={state === 'sending' ? t('uploading') : t('waiting')} className={layout.tertiary} />
  );
}
