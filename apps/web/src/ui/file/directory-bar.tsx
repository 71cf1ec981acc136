import { FolderOutlined } from '@ant-design/icons';
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { DirectoryPage } from '@tradepost/contracts/storage';
import { Button, Flex } from 'antd';
import { useState } from 'react';
import { t } from '../../i18n/t';
import { ErrorState } from '../feedback/error-state';
import layout from '../layout/layout.module.css';
import { onDemand } from '../layout/on-demand';
import styles from './directory-bar.module.css';

/** Loaded when a directory is opened: most folders have none. */
const DirectoryBreadcrumb = onDemand(async () => (await import('./directory-breadcrumb')).DirectoryBreadcrumb);

/** So that the files stay on the screen. */
const shownAtFirst = 4;

interface DirectoryBarProps {
  folderName: string;
  /** The open one; empty at the top level. */
  directory: string;
  /** The directories in it. */
  directories: UseInfiniteQueryResult<InfiniteData<DirectoryPage>>;
  onOpen: (directory: string) => void;
  /** Selects the files of the open directory and of those in it. */
  onSelect?: ((directory: string) => Promise<void>) | undefined;
}

/** The breadcrumb of the open directory, and the directories in it. Nothing in a folder without directories. */
export function DirectoryBar({ folderName, directory, directories, onOpen, onSelect }: DirectoryBarProps) {
  const { data, error, refetch } = directories;
  const items = data?.pages.flatMap((page) => page.items) ?? [];
  if (error && !data) return <ErrorState error={error} onRetry={refetch} />;
  if (!directory && items.length === 0) return null;
  return (
    <Flex vertical gap={8} className={`${layout.paddingInline16} ${layout.marginBottom16}`}>
      {directory && (
        <DirectoryBreadcrumb folderName={folderName} directory={directory} onOpen={onOpen} onSelect={onSelect} />
      )}
      {items.length > 0 && <Directories key={directory} directories={directories} items={items} onOpen={onOpen} />}
    </Flex>
  );
}

function Directories({
  directories: { hasNextPage, isFetchingNextPage, fetchNextPage },
  items,
  onOpen,
}: Pick<DirectoryBarProps, 'directories' | 'onOpen'> & { items: DirectoryPage['items'] }) {
  const [showsAll, setShowsAll] = useState(false);
  const areMany = items.length > shownAtFirst + 1;
  const shown = areMany && !showsAll ? items.slice(0, shownAtFirst) : items;
  return (
    <Flex gap={8} wrap role="group" aria-label={t('Directories')} className={styles.directories}>
      {shown.map(({ name, directory: path }) => (
        <Button
          key={path}
          icon={<FolderOutlined aria-hidden />}
          className={styles.directory}
          title={name}
          onClick={() => onOpen(path)}
        >
          <span dir="auto">{name}</span>
        </Button>
      ))}
      {hasNextPage && shown === items && (
        <Button type="text" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('Show more')}
        </Button>
      )}
      {areMany && (
        <Button type="text" aria-expanded={showsAll} onClick={() => setShowsAll(!showsAll)}>
          {showsAll ? t('Show fewer directories') : t('Show all directories')}
        </Button>
      )}
    </Flex>
  );
}
