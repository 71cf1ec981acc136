import { ClockCircleOutlined } from '@ant-design/icons';
import type { UseQueryResult } from '@tanstack/react-query';
import type { FoundContact } from '@tradepost/client/contacts/found-contact';
import { Alert, Button, Skeleton, type AlertProps } from 'antd';
import type { ReactNode } from 'react';
import { ChangedKey } from '../key-check';
import { t } from '../../i18n/t';

/** Of a query for keys that a person sees before they are used: they are found once, and again when the person asks. */
export const foundOnce = { retry: false, gcTime: 0, staleTime: Infinity } as const;

export const noKeysText = (who: string) =>
  t('{who} hasn’t set up encryption yet. It is set up when they next sign in, and we will notify you.', { who });

interface FoundKeyProps<T extends FoundContact> {
  query: Pick<UseQueryResult<T | null>, 'data' | 'error' | 'isFetching' | 'refetch'>;
  /** As the server names the contact. */
  who: string;
  /** Lines of the content, while it is loaded. */
  rows: number;
  /** Shown before the contact has keys. */
  missing: Pick<AlertProps, 'title' | 'description'>;
  /** What does not happen until a changed key is confirmed. */
  blocked: string;
  /** @param again asks the server once more */
  children: (contact: T, again: ReactNode) => ReactNode;
}

/** A contact's keys before they are used: loading, error, missing, changed, or the keys. */
export function FoundKey<T extends FoundContact>({
  query: { data, error, isFetching, refetch },
  who,
  rows,
  missing,
  blocked,
  children,
}: FoundKeyProps<T>) {
  const again = (
    <Button size="small" loading={isFetching} onClick={() => void refetch()}>
      {t('Try again')}
    </Button>
  );
  if (error) return <Alert type="error" showIcon role="alert" title={error.message} action={again} />;
  if (data === undefined) return <Skeleton active title={false} paragraph={{ rows }} />;
  if (data === null)
    return <Alert type="info" showIcon icon={<ClockCircleOutlined aria-hidden />} {...missing} action={again} />;
  if (data.state === 'changed')
    return <ChangedKey contact={data} who={who} blocked={blocked} onAccepted={() => void refetch()} />;
  return children(data, again);
}
