import { DownOutlined, DownloadOutlined, SafetyCertificateOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import type { AuditEntry } from '@tradepost/contracts/audit';
import { Button, Card, DatePicker, Dropdown, Flex, Select, Switch, Typography } from 'antd';
import dayjs from 'dayjs';
import { saveAs } from '../../api/bytes';
import { useMutation } from '../../api/use-mutation';
import { CopyButton } from '../../ui/feedback/copy-button';
import type { Column } from '../../ui/list/data-table-props';
import { EmptyState } from '../../ui/feedback/empty-state';
import { PageHeader } from '../../ui/layout/page-header';
import { PagedTable } from '../../ui/list/paged-table';
import { SearchBox } from '../../ui/form/search-box';
import { TimeText } from '../../ui/feedback/time-text';
import { useListParams } from '../../ui/list/use-list-params';
import { useToast } from '../../ui/notice/use-toast';
import { actionsQuery, entriesQuery, exportEntries, pageSize, type ExportFormat } from './api';
import { AuditCheck, useAuditCheck } from './audit-check';
import { language } from '../../i18n/language';
import { actionText } from '../../i18n/log/actions';
import { logText } from '../../i18n/log/log-text';
import { t } from '../../i18n/t';
import layout from '../../ui/layout/layout.module.css';
import styles from './audit.module.css';

const tailMs = 2_000;
const none = { q: '', actor: '', action: '', from: '', to: '' };

const columns: Column<AuditEntry>[] = [
  {
    key: 'message',
    title: t('What'),
    render: ({ message, action }) => <What message={message} action={action} />,
    card: ({ message }) => logText(message),
  },
  {
    key: 'at',
    title: t('When'),
    render: (entry) => <When {...entry} />,
    card: ({ at }) => <TimeText iso={at} />,
  },
  {
    key: 'actor',
    title: t('Who'),
    render: ({ actor, ip }) => <Who actor={actor} ip={ip} />,
    card: ({ actor }) => actor ?? t('Tradepost'),
  },
  {
    key: 'request',
    title: t('Request id'),
    render: ({ requestId }) =>
      requestId ? (
        <CopyButton
          type="text"
          size="small"
          text={requestId}
          aria-label={t('Copy the request id {requestId}', { requestId })}
        />
      ) : (
        '–'
      ),
    card: false,
  },
];

/** The audit log for admins: filter, follow, export, verify. */
export default function AuditPage() {
  const params = useListParams({ ...none, live: '' });
  const { q, actor, action, from, to, live, page, set } = params;
  const { data, error, isFetching, refetch } = useQuery({
    ...entriesQuery({ page, q, actor, action, from, to }),
    refetchInterval: live ? tailMs : false,
  });
  const { data: actions = [] } = useQuery(actionsQuery);
  const check = useAuditCheck();
  const isFiltered = Object.values({ q, actor, action, from, to }).some(Boolean);
  return (
    <>
      <PageHeader
        title={t('Audit log')}
        subtitle={t('Every event of every company, each chained to the one before it. Verifying checks all of them.')}
        actions={
          <>
            <Button
              icon={<SafetyCertificateOutlined aria-hidden />}
              loading={check.isPending}
              onClick={() => check.mutate()}
            >
              {t('Verify log')}
            </Button>
            <Export filters={{ q, actor, action, from, to }} disabled={!data?.total} />
          </>
        }
      />
      <AuditCheck check={check} />
      <Card styles={{ body: { padding: 0 } }}>
        <div className={layout.filters}>
          <SearchBox
            placeholder={t('Search what happened')}
            label={t('Search what happened')}
            value={q}
            onSearch={(text) => set({ q: text.trim() })}
          />
          <SearchBox
            placeholder={t('Who')}
            label={t('Who')}
            value={actor}
            onSearch={(text) => set({ actor: text.trim() })}
          />
          <Select
            // by the words, and by the name that exports and the API have
            showSearch={{ optionFilterProp: ['label', 'value'] }}
            allowClear
            popupMatchSelectWidth={320}
            aria-label={t('Action')}
            placeholder={t('Any action')}
            value={action || undefined}
            onChange={(value?: string) => set({ action: value ?? '' })}
            options={optionsOf(actions)}
            className={layout.filterSelect}
          />
          <DatePicker.RangePicker
            aria-label={t('Days')}
            allowEmpty
            value={[from ? dayjs(from) : null, to ? dayjs(to) : null]}
            onChange={(days) =>
              set({
                from: days?.[0]?.startOf('day').toISOString() ?? '',
                to: days?.[1]?.endOf('day').toISOString() ?? '',
              })
            }
          />
          <Flex component="label" gap={8} align="center">
            <Switch checked={live === 'on'} onChange={(on) => set({ live: on ? 'on' : '', page: 1 })} /> {t('Live')}
          </Flex>
        </div>
        <PagedTable
          // a list that follows the log is fetched all the time
          query={{ data, error, refetch, isFetching: isFetching && !live }}
          params={params}
          pageSize={pageSize}
          what={t('entries')}
          label={t('Entries')}
          columns={columns}
          keyOf={({ id }) => id}
          nameOf={({ message }) => logText(message)}
          hasDetails
          empty={
            isFiltered ? (
              <EmptyState
                title={t('No matching entries')}
                action={<Button onClick={() => set(none)}>{t('Clear filters')}</Button>}
              />
            ) : (
              <EmptyState title={t('Nothing has happened yet')} />
            )
          }
        />
      </Card>
    </>
  );
}

/** The place in a chain has no column of its own: it would be where the text has to be. */
function When({ at, companyId, sequence }: AuditEntry) {
  return (
    <>
      <TimeText iso={at} />
      <Typography.Text
        type="secondary"
        className={`numbers ${layout.block} ${layout.small}`}
        title={t('Chain of the company {companyId}', { companyId })}
      >
        {/* the id begins with the time at which the company was added, which is the same for many */}
        {t('Chain {id} · {sequence}', { id: companyId.slice(-8), sequence: String(sequence) })}
      </Typography.Text>
    </>
  );
}

function Who({ actor, ip }: Pick<AuditEntry, 'actor' | 'ip'>) {
  return (
    <div className={`wrap-cell ${styles.who}`}>
      {actor ?? t('Tradepost')}
      {ip && (
        <Typography.Text type="secondary" className={`${layout.block} ${layout.small}`}>
          {ip}
        </Typography.Text>
      )}
    </div>
  );
}

function What({ message, action }: Pick<AuditEntry, 'message' | 'action'>) {
  return (
    <div className={styles.details}>
      {logText(message)}
      <Typography.Text type="secondary" className={`${layout.block} ${layout.small}`} title={action}>
        {actionText(action)}
      </Typography.Text>
    </div>
  );
}

const optionsOf = (actions: string[]) =>
  actions
    .map((value) => ({ value, label: actionText(value), title: value }))
    .sort((a, b) => a.label.localeCompare(b.label, language));

const formats: Record<ExportFormat, string> = { csv: 'CSV', jsonl: t('JSON Lines, for offline verification') };

function Export({ filters, disabled }: { filters: typeof none; disabled: boolean }) {
  const toast = useToast();
  const { mutate, isPending } = useMutation({
    mutationFn: (format: ExportFormat) => exportEntries({ ...filters, format }),
    onSuccess: (blob, format) => saveAs(blob, `audit-${dayjs().format('YYYY-MM-DD')}.${format}`),
    onError: ({ message }) => toast.destructive({ title: t('Error'), description: message }),
  });
  return (
    <Dropdown
      disabled={disabled}
      menu={{
        items: Object.entries(formats).map(([key, label]) => ({ key, label })),
        onClick: ({ key }) => mutate(key as ExportFormat),
      }}
    >
      <Button icon={<DownloadOutlined aria-hidden />} loading={isPending}>
        {t('Export')} <DownOutlined />
      </Button>
    </Dropdown>
  );
}
