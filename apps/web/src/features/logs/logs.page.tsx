import { CheckOutlined, CopyOutlined, DownOutlined, DownloadOutlined, ReloadOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import type { LogEntry } from '@tradepost/contracts/audit';
import { Button, Card, Dropdown, Flex, Space, Tooltip, Typography } from 'antd';
import dayjs from 'dayjs';
import { useEffect, useState } from 'react';
import { saveAs } from '../../api/bytes';
import { useMutation } from '../../api/use-mutation';
import { useUser } from '../../session/auth.store';
import { EmptyState } from '../../ui/feedback/empty-state';
import { PageHeader } from '../../ui/layout/page-header';
import { ListTools } from '../../ui/list/list-tools';
import { Pager } from '../../ui/list/pager';
import { QueryResult } from '../../ui/list/query-result';
import { SearchBox } from '../../ui/form/search-box';
import { StatusTag } from '../../ui/feedback/status-tag';
import { TimeText } from '../../ui/feedback/time-text';
import { useListParams } from '../../ui/list/use-list-params';
import { useToast } from '../../ui/notice/use-toast';
import { everyEntry, logsQuery, pageSize } from './api';
import { formats, type Format } from './export';
import { logText } from '../../i18n/log/log-text';
import { t } from '../../i18n/t';
import layout from '../../ui/layout/layout.module.css';
import styles from './logs.module.css';

const copiedMs = 2_000;

export default function LogsPage() {
  const user = useUser();
  const { q, page, set } = useListParams({ q: '' });
  const query = useQuery(logsQuery(user, { page, q }));
  const { data, isFetching, refetch, dataUpdatedAt } = query;
  const state = isFetching
    ? t('Refreshing logs...')
    : data &&
      t('Logs are up to date. Last updated {dataUpdatedAt}', {
        dataUpdatedAt: dayjs(dataUpdatedAt).format('HH:mm:ss'),
      });
  return (
    <>
      <PageHeader
        title={t('System Logs')}
        subtitle={<span role="status">{state}</span>}
        actions={
          <>
            <Tooltip title={t('Fetch latest logs')}>
              <Button icon={<ReloadOutlined aria-hidden />} loading={isFetching} onClick={() => void refetch()}>
                {t('Refresh')}
              </Button>
            </Tooltip>
            <Export q={q} disabled={!data?.total} />
          </>
        }
      />
      <Card styles={{ body: { padding: 0 } }}>
        <ListTools query={query} isFiltered={q !== ''}>
          <Flex gap={12} align="center" className={layout.padding16}>
            <SearchBox
              placeholder={t('Search logs')}
              label={t('Search logs')}
              value={q}
              onSearch={(text) => set({ q: text.trim() })}
            />
            {data && (
              <StatusTag
                tone="grey"
                text={t('{total, plural, one {# entry} other {# entries}}', { total: data.total })}
              />
            )}
          </Flex>
        </ListTools>
        <QueryResult query={query}>
          {({ items, total }) =>
            items.length === 0 ? (
              <EmptyState
                title={t('No logs found')}
                {...(q
                  ? {
                      text: t('No entry matches your search.'),
                      action: <Button onClick={() => set({ q: '' })}>{t('Clear search')}</Button>,
                    }
                  : { text: t('Activity in your company appears here.') })}
              />
            ) : (
              <>
                {items.map((entry, i) => (
                  <LogRow key={`${entry.created_at}-${i}`} entry={entry} />
                ))}
                <Pager
                  page={page}
                  pageSize={pageSize}
                  total={total}
                  what={t('entries')}
                  onPage={(next) => set({ page: next })}
                />
              </>
            )
          }
        </QueryResult>
      </Card>
    </>
  );
}

/** Exports all matching entries to a file named after the day. */
function Export({ q, disabled }: { q: string; disabled: boolean }) {
  const user = useUser();
  const toast = useToast();
  const save = useMutation({
    mutationFn: async (format: Format) => {
      const { write, type, extension } = formats[format];
      saveAs(
        new Blob([write(await everyEntry(user, q))], { type }),
        `logs_${dayjs().format('YYYY-MM-DD')}.${extension}`,
      );
    },
    onError: ({ message }) => toast.destructive({ title: t('Error'), description: message }),
  });
  const items = Object.entries(formats).map(([key, { label }]) => ({ key, label }));
  return (
    <Space.Compact>
      <Tooltip title={t('Download logs as text file')}>
        <Button
          icon={<DownloadOutlined aria-hidden />}
          disabled={disabled}
          loading={save.isPending}
          onClick={() => save.mutate('text')}
        >
          {t('Export')}
        </Button>
      </Tooltip>
      <Dropdown
        disabled={disabled}
        menu={{ items, onClick: ({ key }) => save.mutate(key as Format) }}
        trigger={['click']}
      >
        <Button icon={<DownOutlined aria-hidden />} aria-label={t('Export as')} disabled={disabled} />
      </Dropdown>
    </Space.Compact>
  );
}

function LogRow({ entry: { message: recorded, created_at } }: { entry: LogEntry }) {
  const message = logText(recorded);
  const toast = useToast();
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), copiedMs);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = () =>
    navigator.clipboard.writeText(`[${created_at}] ${message}`).then(
      () => setCopied(true),
      () => toast.destructive({ title: t('Error'), description: t('The browser did not allow copying.') }),
    );
  return (
    <Flex gap={12} align="center" wrap className={`list-row ${styles.row}`}>
      <Typography.Text className={styles.text}>{message}</Typography.Text>
      <Typography.Text type="secondary" className={styles.time}>
        <TimeText iso={created_at} />
      </Typography.Text>
      <Button
        type="text"
        icon={copied ? <CheckOutlined /> : <CopyOutlined />}
        aria-label={copied ? t('Copied') : t('Copy this entry')}
        onClick={() => void copy()}
      />
    </Flex>
  );
}
