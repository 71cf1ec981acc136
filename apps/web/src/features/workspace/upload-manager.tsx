import { Button, Flex, Typography } from 'antd';
import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { FullScreenBusy } from '../../ui/full-screen-busy';
import { useFollowUp } from './api';
import { FileInformationDialog } from './file-information-dialog';
import { UploadProgress } from './upload-progress';
import { UploadTray } from './upload-tray';
import { cancel, currentQuestion, onArrival, toTray, useUploads } from './uploads.store';

/** The uploads' dialog, full-screen view and tray, on whatever page one is. */
export function UploadManager() {
  const { pathname } = useLocation();
  const uploads = useUploads();
  const { items, inTray } = uploads;
  const followUp = useFollowUp();
  const sending = items.find(({ state }) => state === 'sending');
  const left = items.filter(({ state }) => state === 'waiting' || state === 'asking').length;
  const isRunning = sending !== undefined || items.some(({ state }) => state === 'waiting');

  useEffect(() => onArrival(() => void followUp()));
  useEffect(() => {
    if (!isRunning) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [isRunning]);

  const question = currentQuestion(uploads);
  const covers = sending && pathname === '/workspace' && !inTray;
  return (
    <>
      {items.length > 0 && !covers && !question && <UploadTray items={items} />}
      {covers && (
        <FullScreenBusy title="Uploading Files" text="Please do not go back while uploading.....">
          <Flex vertical gap={12} style={{ width: 'min(420px, 100%)', textAlign: 'start' }}>
            <Typography.Text strong style={{ overflowWrap: 'anywhere' }}>
              {sending.file.name}
            </Typography.Text>
            <UploadProgress item={sending} />
            {left > 0 && (
              <Typography.Text type="secondary">
                {left} more {left === 1 ? 'file' : 'files'} to come
              </Typography.Text>
            )}
            <Flex gap={8} justify="center" wrap style={{ marginTop: 8 }}>
              <Button onClick={() => toTray(true)}>Continue in the background</Button>
              <Button onClick={() => cancel(sending.id)}>Cancel upload</Button>
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
