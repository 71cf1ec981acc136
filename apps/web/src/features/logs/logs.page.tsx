import { CheckOutlined, CopyOutlined, DownloadOutlined, ReloadOutlined, SearchOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import type { LogEntry } from '@tradepost/contracts/audit';
import { routes } from '@tradepost/contracts/routes';
import { Badge, Button, Card, Flex, Input, Pagination, Tooltip, Typography } from 'antd';
import dayjs from 'dayjs';
import { useState } from 'react';
import { send } from '../../api/send';
import { useUser } from '../../session/auth.store';
import { EmptyState } from '../../ui/empty-state';
import { ErrorState } from '../../ui/error-state';
import { PageHeader } from '../../ui/page-header';
import { SkeletonList } from '../../ui/skeleton-list';
import { TimeText } from '../../ui/time-text';

const pageSize = 20;
const copiedMs = 2_000;

function exportText(entries: LogEntry[]) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([entries.map(({ created_at, message }) => `[${created_at}] ${message}`).join('\n')], { type: 'text/plain' }));
  link.download = `logs_${dayjs().format('YYYY-MM-DD')}.txt`;
  link.click();
  URL.revokeObjectURL(link.href);
}

export default function LogsPage() {
  const user = useUser();
  const [search, setSearch] = useState('');
  const [page, setPage] = useState(1);
  const logs = useQuery({ queryKey: ['logs'], queryFn: ({ signal }) => send(routes.logs, { id: user.id }, { signal }) as Promise<LogEntry[]> });
  const shown = (logs.data ?? []).filter(({ message }) => message.toLowerCase().includes(search.trim().toLowerCase()));
  const find = (text: string) => {
    setSearch(text);
    setPage(1);
  };
  return (
    <>
      <PageHeader
        title="System Logs"
        subtitle={logs.isFetching ? 'Refreshing logs...' : logs.data ? `Logs are up to date. Last updated ${dayjs(logs.dataUpdatedAt).format('HH:mm:ss')}` : undefined}
        actions={
          <>
            <Tooltip title="Fetch latest logs">
              <Button icon={<ReloadOutlined />} loading={logs.isFetching} onClick={() => logs.refetch()}>
                Refresh
              </Button>
            </Tooltip>
            <Tooltip title="Download logs as text file">
              <Button icon={<DownloadOutlined />} disabled={shown.length === 0} onClick={() => exportText(shown)}>
                Export
              </Button>
            </Tooltip>
          </>
        }
      />
      <Card styles={{ body: { padding: 0 } }}>
        <Flex gap={12} align="center" style={{ padding: 16 }}>
          <Input allowClear prefix={<SearchOutlined aria-hidden />} placeholder="Search logs" aria-label="Search logs" value={search} onChange={({ target }) => find(target.value)} />
          <Badge count={shown.length} showZero overflowCount={9999} color="blue" title={`${shown.length} entries`} />
        </Flex>
        {logs.error && !logs.data ? (
          <ErrorState error={logs.error} onRetry={logs.refetch} />
        ) : !logs.data ? (
          <SkeletonList />
        ) : shown.length === 0 ? (
          <EmptyState title="No logs found" {...(search ? { text: 'No entry matches your search.', action: <Button onClick={() => find('')}>Clear search</Button> } : { text: 'What happens in your company appears here.' })} />
        ) : (
          <>
            {shown.slice((page - 1) * pageSize, page * pageSize).map((entry, i) => (
              <LogRow key={`${entry.created_at}-${i}`} entry={entry} />
            ))}
            <Flex justify="flex-end" style={{ padding: 16 }}>
              <Pagination current={page} pageSize={pageSize} total={shown.length} showSizeChanger={false} hideOnSinglePage onChange={setPage} />
            </Flex>
          </>
        )}
      </Card>
    </>
  );
}

function LogRow({ entry: { message, created_at } }: { entry: LogEntry }) {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(`[${created_at}] ${message}`);
    setCopied(true);
    setTimeout(() => setCopied(false), copiedMs);
  };
  return (
    <Flex gap={12} align="center" wrap className="list-row" style={{ padding: '10px 16px' }}>
      <Typography.Text style={{ flex: 1, minWidth: 220, wordBreak: 'break-word' }}>{message}</Typography.Text>
      <Typography.Text type="secondary">
        <TimeText iso={created_at} />
      </Typography.Text>
      <Button type="text" size="small" icon={copied ? <CheckOutlined /> : <CopyOutlined />} aria-label={copied ? 'Copied' : 'Copy this entry'} onClick={() => void copy()} />
    </Flex>
  );
}
