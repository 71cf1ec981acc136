import { DeleteOutlined, UndoOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import type { BinFile } from '@tradepost/contracts/storage';
import { Button, Card, Flex, Typography } from 'antd';
import { useCallback, useState } from 'react';
import { useMay } from '../../../session/may';
import type { Column } from '../../../ui/list/data-table-props';
import { EmptyState } from '../../../ui/feedback/empty-state';
import { FileIcon } from '../../../ui/file/file-icon';
import { formatBytes, formatDay } from '../../../ui/feedback/format';
import { ListTools } from '../../../ui/list/list-tools';
import { PagedTable } from '../../../ui/list/paged-table';
import { SearchBox } from '../../../ui/form/search-box';
import { TimeText } from '../../../ui/feedback/time-text';
import { ask } from '../../../ui/question/ask';
import { useListParams } from '../../../ui/list/use-list-params';
import { useToast } from '../../../ui/notice/use-toast';
import { binPageSize, binQuery, useEmptyBin, useRestore } from '../api';
import { t } from '../../../i18n/t';
import layout from '../../../ui/layout/layout.module.css';

/** Files deleted in the last 30 days. They count as storage until they are deleted permanently. */
export function BinView() {
  const mayChange = useMay('files');
  const { q, page, set } = useListParams({ q: '' });
  const bin = useQuery(binQuery(page, q));
  const [selected, setSelected] = useState<string[]>([]);
  const restore = useRestore();
  const empty = useEmptyBin();
  const toast = useToast();
  const search = useCallback((text: string) => set({ q: text }), [set]);
  const failed = ({ message }: Error) => toast.destructive({ title: t('Error'), description: message });

  const restoreFiles = (fileIds: string[]) =>
    restore.mutate(
      { fileIds },
      {
        onSuccess: ({ files }) => {
          setSelected([]);
          toast.success({
            title: t('Success'),
            description:
              files.length === 1
                ? t('{name} was restored.', { name: files[0]?.name })
                : t('{count} files were restored.', { count: files.length }),
          });
        },
        onError: failed,
      },
    );
  const askEmpty = (fileIds?: string[]) =>
    ask({
      title: fileIds
        ? t('Delete {count, plural, one {# file} other {# files}} permanently?', { count: fileIds.length })
        : t('Empty the bin?'),
      content: t('This cannot be undone. Transfers you already sent keep their files until they expire.'),
      okText: fileIds ? t('Delete permanently') : t('Empty the bin'),
      okButtonProps: { danger: true },
      onOk: () =>
        empty.mutateAsync(fileIds).then(({ message }) => {
          setSelected([]);
          toast.success({ title: t('Success'), description: message });
        }, failed),
    });

  const columns: Column<BinFile>[] = [
    {
      key: 'name',
      title: t('Name'),
      render: ({ name, mimetype }) => (
        <Flex gap={8} align="center" className="name-cell">
          <FileIcon mimetype={mimetype} name={name} />
          <span title={name} className={layout.cut}>
            {name}
          </span>
        </Flex>
      ),
      card: ({ name, mimetype }) => (
        <Flex component="span" gap={8} align="center">
          <FileIcon mimetype={mimetype} name={name} />
          <span className={layout.cut}>{name}</span>
        </Flex>
      ),
    },
    {
      key: 'size',
      title: t('Size'),
      isNumber: true,
      render: ({ size }) => formatBytes(size),
      card: true,
    },
    // 30 days before the date in the next column
    {
      key: 'deleted',
      title: t('Deleted'),
      render: ({ deletedAt }) => <TimeText iso={deletedAt} />,
      folds: true,
      card: false,
    },
    {
      key: 'purge',
      title: t('Deletes on'),
      render: ({ purgeAt }) => formatDay(purgeAt),
      card: ({ purgeAt }) => t('until {until}', { until: formatDay(purgeAt) }),
    },
    {
      key: 'folder',
      title: t('Folder'),
      render: ({ folderName }) => <div className="wrap-cell">{folderName}</div>,
      card: ({ folderName }) => folderName,
    },
  ];
  const actions: Column<BinFile> = {
    key: 'actions',
    title: t('Actions'),
    isActions: true,
    render: ({ id, name }) => (
      <Button
        size="small"
        icon={<UndoOutlined aria-hidden />}
        aria-label={t('Restore {name}', { name })}
        onClick={() => restoreFiles([id])}
      >
        {t('Restore')}
      </Button>
    ),
    card: ({ id, name }) => (
      <Button
        icon={<UndoOutlined aria-hidden />}
        aria-label={t('Restore {name}', { name })}
        onClick={() => restoreFiles([id])}
      />
    ),
  };

  const total = bin.data?.total ?? 0;
  return (
    <Card styles={{ body: { padding: 0 } }}>
      <ListTools query={bin} isFiltered={q !== ''}>
        <Flex gap={8} wrap align="center" className={layout.padding16}>
          <SearchBox placeholder={t('Search the bin')} label={t('Search the bin')} value={q} onSearch={search} />
          {selected.length > 0 ? (
            <>
              <Typography.Text role="status">{t('{count} selected', { count: selected.length })}</Typography.Text>
              <Button
                icon={<UndoOutlined aria-hidden />}
                loading={restore.isPending}
                onClick={() => restoreFiles(selected)}
              >
                {t('Restore')}
              </Button>
              <Button danger icon={<DeleteOutlined aria-hidden />} onClick={() => askEmpty(selected)}>
                {t('Delete permanently')}
              </Button>
            </>
          ) : (
            mayChange && (
              <Button
                danger
                icon={<DeleteOutlined aria-hidden />}
                disabled={total === 0 || q !== ''}
                onClick={() => askEmpty()}
              >
                {t('Empty the bin')}
              </Button>
            )
          )}
        </Flex>
      </ListTools>
      <PagedTable
        query={bin}
        params={{ page, set }}
        pageSize={binPageSize}
        what={t('files')}
        label={t('Deleted files')}
        columns={mayChange ? [...columns, actions] : columns}
        keyOf={({ id }) => id}
        nameOf={({ name }) => name}
        selected={selected}
        {...(mayChange && { onSelect: setSelected })}
        hasDetails
        empty={
          q ? (
            <EmptyState title={t('No matching files')} text={t('Nothing in the bin has this name.')} />
          ) : (
            <EmptyState title={t('The bin is empty')} text={t('Deleted files stay here for 30 days.')} />
          )
        }
      />
    </Card>
  );
}
