import { Button, Flex } from 'antd';
import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { FullScreenBusy } from '../../../ui/busy/full-screen-busy';
import { onDemand } from '../../../ui/layout/on-demand';
import { useUnloadWarning } from '../../../ui/question/unload-warning';
import { Text } from '../../../ui/text/text';
import { useRefreshWorkspace } from '../api';
import { hasEnded, pathOf } from './upload-item';
import { holdUploadLock } from './upload-lock';
import { UploadProgress } from './upload-progress';
import { cancel, coveringUpload, currentQuestion, isUnderWay, onUploaded, toTray, useUploads } from './uploads.store';
import { t } from '../../../i18n/t';
import layout from '../../../ui/layout/layout.module.css';
import styles from './upload.module.css';

const FileInformationDialog = onDemand(async () => (await import('./file-information-dialog')).default);

/** The dialog and full-screen view of uploads, on every page. */
export function UploadManager() {
  const { pathname } = useLocation();
  const uploads = useUploads();
  const { items } = uploads;
  const refresh = useRefreshWorkspace();

  useEffect(() => onUploaded(() => void refresh()));
  const isBusy = !items.every(hasEnded);
  useUnloadWarning(isBusy);
  useEffect(() => (isBusy ? holdUploadLock() : undefined), [isBusy]);

  const question = currentQuestion(uploads);
  const covering = coveringUpload(uploads, pathname);
  const left = items.filter(
    (item) => item !== covering && (item.state === 'waiting' || item.state === 'asking' || isUnderWay(item)),
  ).length;
  return (
    <>
      {covering && (
        <FullScreenBusy title={t('Uploading Files')} text={t('Please do not go back while uploading.....')}>
          <Flex vertical gap={12} className={styles.running}>
            <Text strong className={layout.breakWords}>
              {pathOf(covering)}
            </Text>
            <UploadProgress item={covering} />
            {left > 0 && (
              <Text type="secondary">
                {left === 1 ? t('{left} more file to upload', { left }) : t('{left} more files to upload', { left })}
              </Text>
            )}
            <Flex gap={8} justify="center" wrap className={layout.marginTop8}>
              <Button onClick={() => toTray(true)}>{t('Continue in the background')}</Button>
              <Button onClick={() => cancel(covering.id)}>{t('Cancel upload')}</Button>
            </Flex>
          </Flex>
        </FullScreenBusy>
      )}
      {question && (
        <FileInformationDialog
          key={question.id}
          item={question}
          left={items.filter(({ state }) => state === 'asking').length - 1}
        />
      )}
    </>
  );
}
