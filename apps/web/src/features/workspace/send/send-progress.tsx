import { CheckCircleFilled, CloseCircleFilled, LoadingOutlined, MinusCircleOutlined } from '@ant-design/icons';
import { Alert, Button, Card, Flex, Typography } from 'antd';
import { useEffect, useRef } from 'react';
import { LinkButton } from '../../../ui/layout/link-button';
import { UploadProgress } from '../upload/upload-progress';
import { retry, useUploads } from '../upload/uploads.store';
import { endSending, resumeSending, sendTheRest, useSending, type SendStep } from './send.store';
import { t } from '../../../i18n/t';
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
            {t('{sent, plural, one {# file} other {# files}} delivered to {email}', { sent, email: shipment.email })}
          </h2>
          <Typography.Paragraph type="secondary" className={styles.next}>
            {shipment.isNew
              ? t(
                  'They got an invitation. After they accept it, they see the files and can request them. When they do, you get an email: confirm it with a code, and they get a link to download.',
                )
              : t(
                  'They got an email and can request the files now. When they do, you get an email: confirm it with a code, and they get a link to download.',
                )}
          </Typography.Paragraph>
          <Flex gap={8} wrap justify="center">
            <LinkButton type="primary" to={`/workspace?folder=${folder.id}`} onGo={endSending}>
              {t('Open the folder')}
            </LinkButton>
            <LinkButton to="/requests" onGo={endSending}>
              {t('See requests')}
            </LinkButton>
            <Button onClick={endSending}>{t('Send more files')}</Button>
          </Flex>
        </Flex>
      </Card>
    );
  const rows: { of: SendStep; text: string }[] = [
    { of: 'folder', text: t('Create the folder “{folderName}”', { folderName: shipment.folderName }) },
    ...(shipment.isNew ? [{ of: 'partner' as const, text: t('Invite {email}', { email: shipment.email }) }] : []),
    { of: 'files', text: t('Upload {count, plural, one {# file} other {# files}}', { count: shipment.files.length }) },
    { of: 'delivery', text: t('Deliver to {email}', { email: shipment.email }) },
  ];
  return (
    <Card>
      <h2 ref={heading} tabIndex={-1} className={styles.heading}>
        {problem ? t('Sending has stopped') : t('Sending')}
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
          {t('You can visit other screens. Keep this window open.')}
        </Typography.Text>
      )}
    </Card>
  );
}

function StepIcon({ state }: { state: 'done' | 'open' | 'failed' | 'running' }) {
  if (state === 'done') return <CheckCircleFilled aria-label={t('Done')} className={layout.success} />;
  if (state === 'failed') return <CloseCircleFilled aria-label={t('Stopped')} className={layout.error} />;
  if (state === 'running') return <LoadingOutlined aria-label={t('Running')} />;
  return <MinusCircleOutlined aria-label={t('Waiting')} className={layout.tertiary} />;
}

function Files({ sending: { uploadIds } }: { sending: Sending }) {
  const items = useUploads((state) => state.items).filter(({ id }) => uploadIds.includes(id));
  return (
    <ul aria-label={t('Uploads of this delivery')} className={`${layout.bareList} ${styles.uploads}`}>
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
            : missing === 1
              ? t(
                  '{missing, plural, one {# file} other {# files}} of {count} was not uploaded. Nothing was delivered yet.',
                  { missing, count: shipment.files.length },
                )
              : t(
                  '{missing, plural, one {# file} other {# files}} of {count} were not uploaded. Nothing was delivered yet.',
                  { missing, count: shipment.files.length },
                )
        }
      />
      <Flex gap={8} wrap>
        {(problem instanceof Error || failed.length > 0) && (
          <Button type="primary" onClick={again}>
            {t('Retry')}
          </Button>
        )}
        {problem === 'FILES' && sent > 0 && (
          <Button onClick={sendTheRest}>
            {t('Deliver the other {sent, plural, one {# file} other {# files}}', { sent })}
          </Button>
        )}
        <Button onClick={endSending}>{t('Stop sending')}</Button>
      </Flex>
    </Flex>
  );
}
