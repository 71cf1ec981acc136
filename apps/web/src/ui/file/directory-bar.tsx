import { FolderOutlined } from '@ant-design/icons';
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { DirectoryPage } from '@tradepost/contracts/storage';
import { Button, Flex } from 'antd';
import { t } from '../../i18n/t';
import { ErrorState } from '../feedback/error-state';
import layout from '../layout/layout.module.css';
import { onDemand } from '../layout/on-demand';
import styles from './directory-bar.module.css';

/** Loaded when a directory is opened: most folders have none. */
const DirectoryBreadcrumb = onDemand(async () => (await import('./directory-breadcrumb')).DirectoryBreadcrumb);

interface DirectoryBarProps {
  folderName: string;
  /** The open one; empty at the top level. */
  directory: string;
  /** The directories in it. */
  directories: UseInfiniteQueryResult<InfiniteData<DirectoryPage>>;
  onOpen: (directory: string) => void;
}

/** The breadcrumb of the open directory, and the directories in it. Nothing in a folder without directories. */
export function DirectoryBar({ folderName, directory, directories, onOpen }: DirectoryBarProps) {
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = directories;
  const items = data?.pages.flatMap((page) => page.items) ?? [];
  if (error && !data) return <ErrorState error={error} onRetry={refetch} />;
  if (!directory && items.length === 0) return null;
  return (
    <Flex vertical gap={8} className={layout.paddingInline16}>
      {directory && <DirectoryBreadcrumb folderName={folderName} directory={directory} onOpen={onOpen} />}
      {items.length > 0 && (
        <Flex gap={8} wrap role="group" aria-label={t('Directories')} className={styles.directories}>
          {items.map(({ name, directory: path }) => (
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
          {hasNextPage && (
            <Button type="text" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
              {t('Show more')}
            </Button>
          )}
        </Flex>
      )}
    </Flex>
  );
}
