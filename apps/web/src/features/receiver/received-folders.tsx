import { FilterOutlined, FolderOutlined } from '@ant-design/icons';
import type { ReceivedFolder } from '@tradepost/contracts/storage';
import { Badge, Button, Card, Flex, Popover, Typography, theme } from 'antd';
import { useCallback } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { useMay } from '../../session/may';
import { DataTable } from '../../ui/list/data-table';
import type { Column } from '../../ui/list/data-table-props';
import { EmptyState } from '../../ui/feedback/empty-state';
import { FilterChips } from '../../ui/form/filter-chips';
import { formatDay } from '../../ui/feedback/format';
import { LinkButton } from '../../ui/layout/link-button';
import { onDemand } from '../../ui/layout/on-demand';
import { Pager } from '../../ui/list/pager';
import { SearchBox } from '../../ui/form/search-box';
import { useListParams } from '../../ui/list/use-list-params';
import { PartnerName } from '../../ui/layout/partner-name';
import { filterFolders, filesOf, type CameFrom, type FolderFilters } from './folder-filters';
import { t } from '../../i18n/t';
import layout from '../../ui/layout/layout.module.css';
import styles from './receiver.module.css';

const FilterMenu = onDemand(async () => (await import('./filter-menu')).FilterMenu);

const pageSizes = [5, 10, 25, 50];
const sizeKey = 'share-folders-size';
const rememberedSize = () => localStorage.getItem(sizeKey) ?? '10';
const noFilters = { company: '', name: '', ready: '', sample: '', logic: 'AND' };

interface ReceivedFoldersProps {
  folders: ReceivedFolder[];
  refreshing: boolean;
}

const sorters: Record<string, (a: ReceivedFolder, b: ReceivedFolder) => number> = {
  name: (a, b) => a.folderName.localeCompare(b.folderName),
  company: (a, b) => a.inviterCompany.localeCompare(b.inviterCompany),
  files: (a, b) => a.count - b.count,
  since: (a, b) => a.since.localeCompare(b.since),
};

export function ReceivedFolders({ folders, refreshing }: ReceivedFoldersProps) {
  const { token } = theme.useToken();
  const mayAnswer = useMay('partners');
  const navigate = useNavigate();
  const { search } = useLocation();
  const { page, set, size, sort, ...params } = useListParams({ ...noFilters, size: rememberedSize(), sort: '-since' });
  const filters: FolderFilters = {
    company: params.company,
    name: params.name,
    ready: params.ready !== '',
    sample: params.sample !== '',
    logic: params.logic === 'OR' ? 'OR' : 'AND',
  };
  const pageSize = pageSizes.includes(Number(size)) ? Number(size) : 10;
  const findCompany = useCallback((company: string) => set({ company }), [set]);
  const findName = useCallback((name: string) => set({ name }), [set]);

  const compare = sorters[sort.replace('-', '')] ?? sorters.since;
  const found = filterFolders(folders, filters).toSorted(
    (a, b) => (sort.startsWith('-') ? -1 : 1) * (compare?.(a, b) ?? 0),
  );
  const shown = found.slice((page - 1) * pageSize, page * pageSize);
  const chips = [
    ...(filters.company
      ? [
          {
            key: 'company',
            text: t('Company: {company}', { company: filters.company }),
            onRemove: () => set({ company: '' }),
          },
        ]
      : []),
    ...(filters.name
      ? [{ key: 'name', text: t('Folder: {name}', { name: filters.name }), onRemove: () => set({ name: '' }) }]
      : []),
    ...(filters.ready ? [{ key: 'ready', text: t('Ready to download'), onRemove: () => set({ ready: '' }) }] : []),
    ...(filters.sample ? [{ key: 'sample', text: t('With a preview'), onRemove: () => set({ sample: '' }) }] : []),
  ];
  const clear = () => set(noFilters);
  // Back in the files view restores these filters.
  const here: CameFrom = { filters: search };
  const open = (folderId: string) => void navigate(filesOf(folderId), { state: here });

  const columns: Column<ReceivedFolder>[] = [
    {
      key: 'name',
      title: t('Folder'),
      sortBy: 'name',
      render: ({ folderId, folderName, description }) => (
        <Flex gap={12} align="center">
          <FolderOutlined aria-hidden className={styles.folderIcon} />
          <div className={`${styles.folderCell} ${layout.wrap} ${layout.breakWords}`}>
            <Link to={filesOf(folderId)} state={here} className={`${layout.block} ${styles.folderLink}`}>
              {folderName}
            </Link>
            {description && (
              <Typography.Text type="secondary" className={layout.small}>
                {description.length > 120 ? `${description.slice(0, 120)}…` : description}
              </Typography.Text>
            )}
          </div>
        </Flex>
      ),
      card: ({ folderId, folderName }) => (
        <Link to={filesOf(folderId)} state={here} className={`${layout.cut} ${layout.block} ${styles.folderLink}`}>
          {folderName}
        </Link>
      ),
    },
    {
      key: 'company',
      title: t('Company'),
      sortBy: 'company',
      render: ({ companyId, inviterCompany }) => <PartnerName companyId={companyId} companyName={inviterCompany} />,
      card: ({ companyId, inviterCompany }) => (
        <PartnerName companyId={companyId} companyName={inviterCompany} isLine />
      ),
    },
    {
      key: 'files',
      title: t('Files'),
      sortBy: 'files',
      isNumber: true,
      render: ({ count }) => count,
      card: false,
    },
    {
      key: 'since',
      title: t('Delivered'),
      sortBy: 'since',
      render: ({ since, until }) => (
        <>
          {formatDay(since)}
          {until && (
            <Typography.Text type="secondary"> {t('until {until}', { until: formatDay(until) })}</Typography.Text>
          )}
        </>
      ),
      card: false,
    },
    {
      key: 'open',
      title: t('Actions'),
      isActions: true,
      render: ({ folderId, folderName }) => (
        <Button
          size="small"
          shape="round"
          aria-label={t('Click to view files of {folderName}', { folderName })}
          onClick={() => open(folderId)}
        >
          {t('Click to view files')}
        </Button>
      ),
    },
  ];

  return (
    <Card styles={{ body: { padding: 0 } }}>
      {(folders.length > 0 || chips.length > 0) && (
        <Flex gap={8} wrap className={layout.padding16}>
          <SearchBox
            placeholder={t('Search companies')}
            label={t('Search companies')}
            value={filters.company}
            onSearch={findCompany}
          />
          <SearchBox
            placeholder={t('Search folders')}
            label={t('Search folders')}
            value={filters.name}
            onSearch={findName}
          />
          <Popover
            trigger="click"
            placement="bottomRight"
            title={t('Filters')}
            content={<FilterMenu filters={filters} onChange={set} onClear={clear} />}
          >
            <Badge count={chips.length} size="small" color={token.colorPrimary}>
              <Button icon={<FilterOutlined aria-hidden />}>{t('Filters')}</Button>
            </Badge>
          </Popover>
        </Flex>
      )}
      <FilterChips chips={chips}>
        {chips.length > 1 && (
          <Button type="link" size="small" onClick={clear}>
            {t('Clear All Filters')}
          </Button>
        )}
      </FilterChips>
      <DataTable
        label={t('Folders shared with you')}
        columns={columns}
        rows={shown}
        keyOf={({ folderId }) => folderId}
        nameOf={({ folderName }) => folderName}
        refreshing={refreshing}
        sort={sort}
        onSort={(next) => set({ sort: next })}
        onOpen={({ folderId }) => open(folderId)}
        empty={
          chips.length > 0 ? (
            <EmptyState
              title={t('No matching folders')}
              text={t('Try adjusting your filters.')}
              action={<Button onClick={clear}>{t('Clear All Filters')}</Button>}
            />
          ) : (
            <EmptyState
              title={t('Nothing was delivered to you yet')}
              {...(mayAnswer
                ? {
                    text: t('Accept an invitation. Folders that the company delivers to you appear here.'),
                    action: <LinkButton to="/accept-invitation">{t('Accept Invitation')}</LinkButton>,
                  }
                : { text: t('Folders that partners deliver to your company appear here.') })}
            />
          )
        }
      />
      {found.length > 0 && (
        <Pager
          page={page}
          pageSize={pageSize}
          total={found.length}
          what={t('folders')}
          onPage={(next) => set({ page: next })}
          sizes={pageSizes}
          onSize={(next) => {
            localStorage.setItem(sizeKey, String(next));
            set({ size: next });
          }}
        />
      )}
    </Card>
  );
}
