import { CloseCircleFilled, ReloadOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { CopyButton } from './copy-button';
import { Outcome } from './outcome';
import { t } from '../../i18n/t';

interface ErrorStateProps {
  error: Error & { requestId?: string | undefined };
  title?: string | undefined;
  onRetry?: () => unknown;
  /** The page has no other heading. */
  isPage?: boolean;
}

/** A failed load: what happened, the request id for support, and Retry. */
export function ErrorState({ error, title = t('This could not be loaded'), onRetry, isPage = false }: ErrorStateProps) {
  return (
    <Outcome
      role="alert"
      isPage={isPage}
      tone="error"
      icon={<CloseCircleFilled aria-hidden />}
      title={title}
      text={
        <>
          {error.message}
          {error.requestId && (
            <div>
              {`${t('Request id {requestId}', { requestId: error.requestId })} `}{' '}
              <CopyButton type="text" size="small" text={error.requestId} aria-label={t('Copy the request id')} />
            </div>
          )}
        </>
      }
      action={
        onRetry && (
          <Button icon={<ReloadOutlined aria-hidden />} onClick={() => onRetry()}>
            {t('Retry')}
          </Button>
        )
      }
    />
  );
}
