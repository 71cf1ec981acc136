import { CheckCircleFilled, CloseCircleFilled, LoadingOutlined, MinusCircleOutlined } from '@ant-design/icons';
import { Alert, Button, Card, Flex, Typography } from 'antd';
import { useEffect, useRef } from 'react';
import { countOf } from '../../../ui/feedback/format';
import { LinkButton } from '../../../ui/layout/link-button';
import { UploadProgress } from '../upload/upload-progress';
import { retry, useUploads } from '../upload/uploads.store';
import { endSending, resumeSending, sendTheRest, useSending, type SendStep } from './send.store';
import layout from '../../../ui/layout/layout.module.css';
import styles from './send.module.css';

type Sending = NonNullable<ReturnType<typeof useSending.getState>['sending']>;

const order: SendStep[] = ['folder', 'partner', 'files', 'delivery', 'done'];

/** The steps of a shipment, what stopped it, and what comes next. */
export function SendProgress({ sending }: { sending: Sending }) {
  const { shipment, step, folder, sent, problem } = sending;
  const heading = useRef<HTMLHeadingElement>(null);
  const isDone = step === 'done';
  useEffect(() => heading.current?.focus(), [isDone]);
  if (isDone && folder)
    return (
      <Card>
        <Flex vertical align="center" gap={12} className={styles.done}>
          <CheckCircleFilled aria-hidden className={styles.doneIcon} />
          <h2 ref={heading} tabIndex={-1} className={styles.heading}>
            {countOf(sent, 'file')} delivered to {shipment.email}
          </h2>
          <Typography.Paragraph type="secondary" className={styles.next}>
            {shipment.isNew
              ? 'They got an invitation. After they accept it, they see the files and can request them.'
              : 'They got an email and can request the files now.'}{' '}
            When they do, you get an email: confirm it with a code, and they get a link to download.
          </Typography.Paragraph>
          <Flex gap={8} wrap justify="center">
            <LinkButton type="primary" to={`/workspace?folder=${folder.id}`} onGo={endSending}>
              Open the folder
            </LinkButton>
            <LinkButton to="/requests" onGo={endSending}>
              See requests
            </LinkButton>
            <Button onClick={endSending}>Send more files</Button>
          </Flex>
        </Flex>
      </Card>
    );
  const rows: { of: SendStep; text: string }[] = [
    { of: 'folder', text: `Create the folder “${shipment.folderName}”` },
    ...(shipment.isNew ? [{ of: 'partner' as const, text: `Invite ${shipment.email}` }] : []),
    { of: 'files', text: `Upload ${countOf(shipment.files.length, 'file')}` },
    { of: 'delivery', text: `Deliver to ${shipment.email}` },
  ];
  return (
    <Card>
      <h2 ref={heading} tabIndex={-1} className={styles.heading}>
        {problem ? 'Sending has stopped' : 'Sending'}
      </h2>
      <ol className={layout.bareList}>
        {rows.map(({ of, text }) => (
          <li key={of} className={styles.row}>
            <StepIcon
              state={
                order.indexOf(of) < order.indexOf(step) ? 'done' : of !== step ? 'open' : problem ? 'failed' : 'running'
              }
            />
            <div className={`${layout.grow} ${layout.shrinkable} ${layout.breakWords}`}>
              {text}
              {of === 'files' && step === 'files' && <Files sending={sending} />}
            </div>
          </li>
        ))}
      </ol>
      {problem && <Problem sending={sending} />}
      {!problem && (
        <Typography.Text type="secondary" className={layout.small}>
          You can visit other screens. Keep this window open.
        </Typography.Text>
      )}
    </Card>
  );
}

function StepIcon({ state }: { state: 'done' | 'open' | 'failed' | 'running' }) {
  if (state === 'done') return <CheckCircleFilled aria-label="Done" className={layout.success} />;
  if (state === 'failed') return <CloseCircleFilled aria-label="Stopped" className={layout.error} />;
  if (state === 'running') return <LoadingOutlined aria-label="Running" />;
  return <MinusCircleOutlined aria-label="Waiting" className={layout.tertiary} />;
}

function Files({ sending: { uploadIds } }: { sending: Sending }) {
  const items = useUploads((state) => state.items).filter(({ id }) => uploadIds.includes(id));
  return (
    <ul aria-label="Uploads of this delivery" className={`${layout.bareList} ${styles.uploads}`}>
      {items
        .filter(({ state }) => state === 'sending' || state === 'failed')
        .map((item) => (
          <li key={item.id}>
            <Typography.Text className={layout.breakWords}>{item.file.name}</Typography.Text>
            {item.state === 'sending' ? (
              <UploadProgress item={item} />
            ) : (
              <Typography.Text type="danger" className={`${layout.block} ${layout.small}`}>
                {item.error}
              </Typography.Text>
            )}
          </li>
        ))}
    </ul>
  );
}

function Problem({ sending: { problem, shipment, sent, uploadIds } }: { sending: Sending }) {
  const failed = useUploads((state) => state.items).filter(
    ({ id, state, isRejected }) => uploadIds.includes(id) && state === 'failed' && !isRejected,
  );
  const missing = shipment.files.length - sent;
  const again = () => {
    for (const { id } of failed) retry(id);
    resumeSending();
  };
  return (
    <Flex vertical gap={16} className={styles.problem}>
      <Alert
        type="error"
        showIcon
        role="alert"
        title={
          problem instanceof Error
            ? problem.message
            : `${countOf(missing, 'file')} of ${shipment.files.length} ${missing === 1 ? 'was' : 'were'} not uploaded. Nothing was delivered yet.`
        }
      />
      <Flex gap={8} wrap>
        {(problem instanceof Error || failed.length > 0) && (
          <Button type="primary" onClick={again}>
            Retry
          </Button>
        )}
        {problem === 'FILES' && sent > 0 && (
          <Button onClick={sendTheRest}>Deliver the other {countOf(sent, 'file')}</Button>
        )}
        <Button onClick={endSending}>Stop sending</Button>
      </Flex>
    </Flex>
  );
}
