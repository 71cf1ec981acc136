import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { FileGroup } from '@tradepost/reference/file-types';
import type { FileView, FolderView } from '@tradepost/contracts/storage';
import { Button, Card, Flex } from 'antd';
import { useCallback, useState } from 'react';
import { DirectoryBar } from '../../../ui/file/directory-bar';
import { DataTable } from '../../../ui/list/data-table';
import { EmptyState } from '../../../ui/feedback/empty-state';
import { ErrorState } from '../../../ui/feedback/error-state';
import { FilterChips } from '../../../ui/form/filter-chips';
import { Pager } from '../../../ui/list/pager';
import { SearchBox } from '../../../ui/form/search-box';
import { SkeletonList } from '../../../ui/busy/skeleton-list';
import { hasText } from '../../../ui/list/has-text';
import { useNextPage } from '../../../ui/list/use-next-page';
import { noKeysText, useHasKeys } from '../../../vault/has-keys';
import { useMay } from '../../../session/may';
import { useToast } from '../../../ui/notice/use-toast';
import { useUndo } from '../../../ui/notice/use-undo';
import { onDemand } from '../../../ui/layout/on-demand';
import { directoriesQuery, fileQuery, filesBelow, pageSize, useDeleteFiles, useRestore } from '../api';
import { useFileDownload } from './download-files';
import { fileColumns } from './file-columns';
import type { FileAction } from './file-menu';
import { pageQuery, useFileParams } from '../folder/file-params';
import { PeopleFound } from './people-found';
import { pickNewVersion } from './pick-file';
import { SelectionBar } from './selection-bar';
import { Choice } from '../../../ui/form/choice';
import { t } from '../../../i18n/t';
import layout from '../../../ui/layout/layout.module.css';

const EditDialog = onDemand(async () => (await import('./edit-dialog')).EditDialog);
const EncryptDialog = onDemand(async () => (await import('./encrypt-dialog')).EncryptDialog);
const MoveDialog = onDemand(async () => (await import('./move-dialog')).MoveDialog);
const PreviewDialog = onDemand(async () => (await import('./preview-dialog')).PreviewDialog);
const VersionsDialog = onDemand(async () => (await import('./versions-dialog')).VersionsDialog);

const typeLabels: Record<'all' | FileGroup, string> = {
  all: t('All'),
  document: t('Document'),
  spreadsheet: t('Spreadsheet'),
  presentation: t('Presentation'),
  image: t('Image'),
  video: t('Video'),
  other: t('Other'),
};
const types = Object.entries(typeLabels).map(([value, label]) => ({ value, label }));
const sorts = [
  { value: '-updatedAt', label: t('Date updated') },
  { value: 'name', label: t('Name') },
  { value: '-size', label: t('Size') },
];
/** Orders that only a click on a column head sets. */
const headSorts: Record<string, string> = {
  updatedAt: t('Oldest update'),
  '-name': t('Name, Z to A'),
  size: t('Smallest'),
  createdAt: t('First uploaded'),
  '-createdAt': t('Last uploaded'),
};

type Opened =
  { kind: 'edit' | 'preview' | 'versions'; file: FileView } | { kind: 'move' | 'encrypt'; files: FileView[] };

/** The files of one folder; the server pages, sorts and filters. */
export function FileList({ folder, onDeliver }: { folder: FolderView; onDeliver?: () => void }) {
  const folderId = folder.id;
  const mayChange = useMay('files');
  const mayOpenFiles = useMay('content');
  const hasKeys = useHasKeys();
  const { q, type, sort, directory, file: linked, page, set } = useFileParams();
  const queryOf = (at: number) => pageQuery(folderId, at, { q, type, sort, directory });
  const files = useQuery(queryOf(page));
  useNextPage(files, { page, pageSize, queryOf });
  // all files are at the top level: there is no directory to ask for
  const isFlat = type === 'all' && files.data?.total === folder.count;
  const isLevelKnown = files.isSuccess && !files.isPlaceholderData;
  const directories = useInfiniteQuery({
    ...directoriesQuery(folderId, directory),
    enabled: q === '' && (directory !== '' || (isLevelKnown && !isFlat)),
  });
  const [opened, setOpened] = useState<Opened>();
  const [selected, setSelected] = useState<FileView[]>([]);
  const { data: linkedFile } = useQuery({ ...fileQuery(folderId, linked), enabled: linked !== '' });
  const { download, isDownloading } = useFileDownload(folderId);
  const remove = useDeleteFiles();
  const restore = useRestore();
  const toast = useToast();
  const offerUndo = useUndo();
  const search = useCallback((text: string) => set({ q: text }), [set]);
  const close = () => setOpened(undefined);

  const failed = ({ message }: Error) => toast.destructive({ title: t('Error'), description: message });
  const removeFiles = (gone: FileView[]) => {
    const fileIds = gone.map(({ id }) => id);
    const left = (files.data?.items.length ?? 0) - gone.length;
    remove.mutate(fileIds, {
      onSuccess: () => {
        setSelected([]);
        if (left <= 0 && page > 1) set({ page: page - 1 });
        offerUndo(
          gone.length === 1
            ? t('{name} moved to the bin', { name: gone[0]?.name })
            : t('{count} files moved to the bin', { count: gone.length }),
          () => restore.mutate({ fileIds }, { onError: failed }),
        );
      },
      onError: failed,
    });
  };
  const selectBelow = (below: string) =>
    filesBelow(folderId, below).then(
      (found) => setSelected([...new Map([...selected, ...found].map((file) => [file.id, file])).values()]),
      failed,
    );
  const act = (action: FileAction, file: FileView) => {
    if (action === 'delete') return removeFiles([file]);
    if (action === 'download') return void download([file]);
    if (action === 'replace') return pickNewVersion(file, folder);
    setOpened(action === 'move' || action === 'encrypt' ? { kind: action, files: [file] } : { kind: action, file });
  };

  const rows = files.data?.items ?? [];
  const total = files.data?.total ?? 0;
  const chosen = new Map([...rows, ...selected].map((file) => [file.id, file]));
  const managed = selected.filter(({ mode }) => mode === 'managed');
  /** Does it with the selected files, unless some are sealed and the person has no keys. */
  const withSelected = (act: () => void) => () =>
    hasKeys || managed.length === selected.length
      ? act()
      : toast.destructive({ title: t('End-to-end encrypted'), description: noKeysText });
  const chips = [
    ...(q ? [{ key: 'q', text: t('Search: {q}', { q }), onRemove: () => set({ q: '' }) }] : []),
    ...(type !== 'all'
      ? [
          {
            key: 'type',
            text: t('Type: {type}', { type: typeLabels[type as FileGroup] ?? type }),
            onRemove: () => set({ type: 'all' }),
          },
        ]
      : []),
  ];
  const empty =
    chips.length > 0 ? (
      <EmptyState
        title={t('No matching files')}
        text={t("Try adjusting your filters to find what you're looking for.")}
        action={<Button onClick={() => set({ q: '', type: 'all' })}>{t('Clear filters')}</Button>}
      />
    ) : directories.data?.pages[0]?.items.length ? (
      <EmptyState title={t('No files here')} text={t('The files are in the directories above.')} />
    ) : (
      <EmptyState title={t('No files found')} text={t('Upload files to this folder to see them listed here.')} />
    );

  return (
    <Card styles={{ body: { padding: 0 } }}>
      {(folder.count > 0 || total > 0 || chips.length > 0) && (
        <Flex gap={8} wrap className={layout.padding16}>
          <SearchBox
            placeholder={t('Search files or people...')}
            label={t('Search files or people')}
            value={q}
            onSearch={search}
          />
          <Choice
            aria-label={t('Type')}
            isLabelShown
            value={type}
            options={types}
            onChange={(value) => set({ type: value })}
            className={layout.listSelect}
          />
          <Choice
            aria-label={t('Sort by')}
            isLabelShown
            value={sort}
            options={headSorts[sort] ? [...sorts, { value: sort, label: headSorts[sort] }] : sorts}
            onChange={(value) => set({ sort: value })}
            className={layout.listSelect}
          />
        </Flex>
      )}
      <FilterChips chips={chips} />
      {!q && (
        <DirectoryBar
          folderName={folder.name}
          directory={directory}
          directories={directories}
          onOpen={(opened) => set({ directory: opened }, { isStep: true })}
          onSelect={mayChange ? selectBelow : undefined}
        />
      )}
      {q && <PeopleFound emails={folder.emails.filter((email) => hasText(email, q))} onOpen={onDeliver} />}
      {selected.length > 0 && (
        <SelectionBar
          count={selected.length}
          isDeleting={remove.isPending}
          isDownloading={isDownloading}
          onDelete={() => removeFiles(selected)}
          onMove={withSelected(() => setOpened({ kind: 'move', files: selected }))}
          onDownload={withSelected(() => void download(selected))}
          {...(hasKeys && managed.length > 0 && { onEncrypt: () => setOpened({ kind: 'encrypt', files: managed }) })}
          onClear={() => setSelected([])}
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
          label={t('Files of {name}', { name: folder.name })}
          columns={fileColumns({ onAction: act, isLevel: q === '', mayOpenFiles })}
          rows={rows}
          keyOf={({ id }) => id}
          nameOf={({ name }) => name}
          empty={empty}
          refreshing={files.isFetching}
          selected={selected.map(({ id }) => id)}
          {...(mayChange && { onSelect: (ids) => setSelected(ids.flatMap((id) => chosen.get(id) ?? [])) })}
          sort={sort}
          onSort={(next) => set({ sort: next })}
        />
      )}
      {total > 0 && (
        <Pager page={page} pageSize={pageSize} total={total} what={t('files')} onPage={(next) => set({ page: next })} />
      )}
      {opened?.kind === 'edit' && <EditDialog folderId={folderId} file={opened.file} onClose={close} />}
      {opened?.kind === 'preview' && (
        <PreviewDialog
          folderId={folderId}
          file={opened.file}
          onDownload={() => void download([opened.file])}
          onClose={close}
        />
      )}
      {linked && linkedFile?.id === linked && (
        <PreviewDialog
          folderId={folderId}
          file={linkedFile}
          onDownload={() => void download([linkedFile])}
          onClose={() => set({ file: '', page })}
        />
      )}
      {opened?.kind === 'versions' && (
        <VersionsDialog
          folderId={folderId}
          file={opened.file}
          onClose={close}
          onReplace={() => {
            close();
            pickNewVersion(opened.file, folder);
          }}
        />
      )}
      {opened?.kind === 'move' && (
        <MoveDialog folderId={folderId} files={opened.files} onMoved={() => setSelected([])} onClose={close} />
      )}
      {opened?.kind === 'encrypt' && (
        <EncryptDialog folderId={folderId} files={opened.files} onDone={() => setSelected([])} onClose={close} />
      )}
    </Card>
  );
}
