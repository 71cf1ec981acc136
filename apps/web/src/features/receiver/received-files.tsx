import { ArrowLeftOutlined } from '@ant-design/icons';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { ReceivedFile, ReceivedFolder } from '@tradepost/contracts/storage';
import { Button, Card, Collapse, Flex, Typography } from 'antd';
import { useCallback, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useUser } from '../../session/auth.store';
import { DirectoryBar } from '../../ui/file/directory-bar';
import { DataTable } from '../../ui/list/data-table';
import { EmptyState } from '../../ui/feedback/empty-state';
import { ErrorState } from '../../ui/feedback/error-state';
import { formatDay } from '../../ui/feedback/format';
import { LinkButton } from '../../ui/layout/link-button';
import { onDemand } from '../../ui/layout/on-demand';
import { PageHeader } from '../../ui/layout/page-header';
import { Pager } from '../../ui/list/pager';
import { SearchBox } from '../../ui/form/search-box';
import { SkeletonList } from '../../ui/busy/skeleton-list';
import { useToast } from '../../ui/notice/use-toast';
import { useListParams } from '../../ui/list/use-list-params';
import { useNextPage } from '../../ui/list/use-next-page';
import {
  filePageSize,
  receivedBelow,
  receivedDirectoriesQuery,
  receivedFileQuery,
  receivedFilesQuery,
  requestedFilesQuery,
} from './api';
import type { CameFrom } from './folder-filters';
import { NextStep, receivedColumns } from './received-columns';
import { Choice } from '../../ui/form/choice';
import { t } from '../../i18n/t';
import layout from '../../ui/layout/layout.module.css';
import styles from './receiver.module.css';

const FileDetailsDialog = onDemand(async () => (await import('./file-details-dialog')).FileDetailsDialog);
const RequestDialog = onDemand(async () => (await import('./request-dialog')).RequestDialog);

const sorts = [
  { value: '-updatedAt', label: t('Last modified') },
  { value: 'name', label: t('Name') },
  { value: 'type', label: t('Type') },
  { value: '-size', label: t('Size') },
];
const headSorts: Record<string, string> = {
  updatedAt: t('Oldest'),
  '-name': t('Name, Z to A'),
  '-type': t('Type, Z to A'),
  size: t('Smallest'),
};

export function ReceivedFiles({ folder }: { folder: ReceivedFolder }) {
  const navigate = useNavigate();
  const cameFrom = useLocation().state as CameFrom | null;
  const { folderId } = folder;
  const params = useListParams({ q: '', sort: '-updatedAt', directory: '', file: '' });
  const { q, sort, directory, file: linked, page, set } = params;
  const queryOf = (at: number) => receivedFilesQuery({ folderId, page: at, q, directory, sort });
  const files = useQuery(queryOf(page));
  useNextPage(files, { page, pageSize: filePageSize, queryOf });
  // all files are at the top level: there is no directory to ask for
  const isFlat = files.data?.total === folder.count;
  const isLevelKnown = files.isSuccess && !files.isPlaceholderData;
  const directories = useInfiniteQuery({
    ...receivedDirectoriesQuery(folderId, directory),
    enabled: q === '' && (directory !== '' || (isLevelKnown && !isFlat)),
  });
  const [selected, setSelected] = useState<ReceivedFile[]>([]);
  const [chosen, setDetails] = useState<ReceivedFile>();
  const { data: linkedFile } = useQuery({ ...receivedFileQuery(folderId, linked), enabled: linked !== '' });
  const details = chosen ?? (linkedFile?.fileId === linked ? linkedFile : undefined);
  const closeDetails = () => {
    setDetails(undefined);
    if (linked) set({ file: '', page });
  };
  const [requesting, setRequesting] = useState<ReceivedFile[]>();
  const { data: requestedIds } = useQuery(requestedFilesQuery(useUser()));
  const requested = new Set(requestedIds);
  const toast = useToast();
  const search = useCallback((text: string) => set({ q: text }), [set]);
  /** Opens the link in this app, without a reload. */
  const openLink = (sharedUrl: string) => {
    const { pathname, search: query } = new URL(sharedUrl, location.origin);
    void navigate(pathname + query);
  };
  const actions = {
    onDownload: openLink,
    onRequest: (file: ReceivedFile) => {
      closeDetails();
      setRequesting([file]);
    },
  };

  const selectBelow = (below: string) =>
    receivedBelow(folderId, below).then(
      (found) => setSelected([...new Map([...selected, ...found].map((file) => [file.fileId, file])).values()]),
      ({ message }: Error) => toast.destructive({ title: t('Error'), description: message }),
    );
  const rows = files.data?.items ?? [];
  const known = new Map([...rows, ...selected].map((file) => [file.fileId, file]));
  const total = files.data?.total ?? 0;
  return (
    <>
      <PageHeader
        title={folder.folderName}
        subtitle={
          folder.until
            ? t('From {inviterCompany}, since {since}, until {until}', {
                inviterCompany: folder.inviterCompany,
                since: formatDay(folder.since),
                until: formatDay(folder.until),
              })
            : t('From {inviterCompany}, since {since}', {
                inviterCompany: folder.inviterCompany,
                since: formatDay(folder.since),
              })
        }
        actions={
          <LinkButton to={`/share-folders${cameFrom?.filters ?? ''}`} icon={<ArrowLeftOutlined aria-hidden />}>
            {t('Back')}
          </LinkButton>
        }
      />
      {folder.description && (
        <Typography.Paragraph className={`${styles.description} ${layout.preLine}`}>
          {folder.description}
        </Typography.Paragraph>
      )}
      {folder.licence && (
        <Collapse
          className={layout.marginBottom20}
          items={[
            {
              key: 'licence',
              label: t('Licence terms'),
              children: (
                <Typography.Paragraph className={`${styles.licence} ${layout.noMargin}`}>
                  {folder.licence}
                </Typography.Paragraph>
              ),
            },
          ]}
        />
      )}
      <Card styles={{ body: { padding: 0 } }}>
        {(folder.count > 0 || total > 0 || q !== '') && (
          <Flex gap={8} wrap align="center" className={layout.padding16}>
            <SearchBox placeholder={t('Search files')} label={t('Search files')} value={q} onSearch={search} />
            <Choice
              aria-label={t('Sort by')}
              isLabelShown
              value={sort}
              options={headSorts[sort] ? [...sorts, { value: sort, label: headSorts[sort] }] : sorts}
              onChange={(value) => set({ sort: value })}
              className={layout.listSelect}
            />
            {selected.length > 0 && (
              <Typography.Text role="status" className="numbers">
                {t('{count} files selected', { count: selected.length })}
              </Typography.Text>
            )}
            <Button type="primary" disabled={selected.length === 0} onClick={() => setRequesting(selected)}>
              {t('Send Request')}
            </Button>
          </Flex>
        )}
        {!q && (
          <DirectoryBar
            folderName={folder.folderName}
            directory={directory}
            directories={directories}
            onOpen={(opened) => set({ directory: opened }, { isStep: true })}
            onSelect={selectBelow}
          />
        )}
        {files.error && !files.data ? (
          <ErrorState error={files.error} onRetry={files.refetch} />
        ) : !files.data || (directory === '' && directories.isLoading) ? (
          <div className={layout.paddingInline16}>
            <SkeletonList />
          </div>
        ) : (
          <DataTable
            label={t('Files of {folderName}', { folderName: folder.folderName })}
            columns={receivedColumns({ ...actions, onDetails: setDetails, requested, isLevel: q === '' })}
            rows={rows}
            keyOf={({ fileId }) => fileId}
            nameOf={({ fileName }) => fileName}
            refreshing={files.isFetching}
            selected={selected.map(({ fileId }) => fileId)}
            onSelect={(ids) => setSelected(ids.flatMap((id) => known.get(id) ?? []))}
            sort={sort}
            onSort={(next) => set({ sort: next })}
            empty={
              q ? (
                <EmptyState
                  title={t('No matching files')}
                  text={t('Try another search.')}
                  action={<Button onClick={() => set({ q: '' })}>{t('Clear search')}</Button>}
                />
              ) : directories.data?.pages[0]?.items.length ? (
                <EmptyState title={t('No files here')} text={t('The files are in the directories above.')} />
              ) : (
                <EmptyState title={t('This folder is empty')} text={t('The sender has not put any files here yet.')} />
              )
            }
          />
        )}
        {total > 0 && (
          <Pager
            page={page}
            pageSize={filePageSize}
            total={total}
            what={t('files')}
            onPage={(next) => set({ page: next })}
          />
        )}
      </Card>
      {details && (
        <FileDetailsDialog
          folderId={folderId}
          file={details}
          nextStep={<NextStep {...actions} isMain file={details} isRequested={requested.has(details.fileId)} />}
          onClose={closeDetails}
        />
      )}
      {requesting && (
        <RequestDialog
          folder={folder}
          files={requesting}
          onSent={() => setSelected(selected.filter((file) => !requesting.includes(file)))}
          onClose={() => setRequesting(undefined)}
        />
      )}
    </>
  );
}
