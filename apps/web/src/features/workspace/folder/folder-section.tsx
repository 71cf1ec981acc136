import { DownOutlined, PlusOutlined, RightOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import type { FolderView } from '@tradepost/contracts/storage';
import { Button, Flex, Skeleton, Tooltip, Typography } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { foldersQuery } from '../../../api/queries';
import { useFolders } from '../../../session/folder.store';
import { useMay } from '../../../session/may';
import { useToast } from '../../../ui/notice/use-toast';
import { usePinFolder } from '../api';
import { openFolderDialog } from './folder-dialogs';
import { FolderRow, type FolderAction } from './folder-row';
import { t } from '../../../i18n/t';
import layout from '../../../ui/layout/layout.module.css';
import styles from './folder.module.css';

const scrollAbove = 5;

/** The sidebar's folders; `onGo` closes the drawer on phones. */
export function FolderSection({ onGo }: { onGo?: (() => void) | undefined }) {
  const mayChange = useMay('files');
  const [params] = useSearchParams();
  const folders = useQuery(foldersQuery);
  const [open, setOpen] = useState(true);
  const pin = usePinFolder();
  const toast = useToast();
  const opened = ({ name }: FolderView) => {
    useFolders.setState({ selectedFolder: name });
    onGo?.();
  };
  const act = (kind: FolderAction, folder: FolderView) => {
    if (kind !== 'pin') return openFolderDialog({ kind, folder });
    pin.mutate(folder, {
      onError: ({ message }) =>
        toast.destructive({
          title: folder.pinnedAt ? t('The folder was not unpinned') : t('The folder was not pinned'),
          description: message,
        }),
    });
  };
  const list = folders.data ?? [];
  const isEmpty = folders.isSuccess && list.length === 0;
  const isOpen = open && !isEmpty;
  const selected = params.get('folder');
  const scroller = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (scroller.current) showCurrent(scroller.current);
  }, [selected, list.length, isOpen]);

  return (
    <section aria-label={t('Folders')} className={styles.section}>
      <Flex align="center" className={styles.sectionHead}>
        <Button
          type="text"
          size="small"
          aria-expanded={isOpen}
          disabled={isEmpty}
          onClick={() => setOpen(!open)}
          icon={
            isOpen ? (
              <DownOutlined aria-hidden className={styles.arrow} />
            ) : (
              <RightOutlined aria-hidden className={styles.arrow} />
            )
          }
          className={styles.sectionToggle}
        >
          {t('ADD DIGITAL ASSEST')}
        </Button>
        {mayChange && (
          <Tooltip title={t('Add a folder')}>
            <Button
              type="text"
              size="small"
              aria-label={t('Add a folder')}
              icon={<PlusOutlined aria-hidden />}
              onClick={() => openFolderDialog({ kind: 'create' })}
              className={styles.iconButton}
            />
          </Tooltip>
        )}
      </Flex>
      {isEmpty && (
        <Typography.Text type="secondary" className={`${styles.sectionHint} ${layout.small}`}>
          {mayChange ? t('No folders yet. Add one with the plus.') : t('No folders yet.')}
        </Typography.Text>
      )}
      {isOpen && (
        <div
          ref={scroller}
          tabIndex={list.length > scrollAbove ? 0 : undefined}
          className={list.length > scrollAbove ? `${styles.scrolling} ${layout.scrollCue}` : undefined}
        >
          {folders.isPending && (
            <Skeleton active title={false} paragraph={{ rows: 1 }} className={styles.sectionSkeleton} />
          )}
          {folders.error && (
            <Button type="link" size="small" onClick={() => folders.refetch()} className={styles.retry}>
              {t('The folders could not be loaded. Retry')}
            </Button>
          )}
          {list.length > 0 && (
            <ul className={styles.folderList}>
              {list.map((folder) => (
                <FolderRow
                  key={folder.id}
                  folder={folder}
                  selected={selected === folder.id}
                  onOpen={() => opened(folder)}
                  onAction={(kind) => act(kind, folder)}
                />
              ))}
            </ul>
          )}
        </div>
      )}
    </section>
  );
}

/** Scrolls the list alone, and only up or down: a drawer that slides in must stay where it is. */
function showCurrent(scroller: HTMLElement): void {
  const row = scroller.querySelector('[aria-current]')?.getBoundingClientRect();
  if (!row) return;
  const { top, bottom } = scroller.getBoundingClientRect();
  if (row.bottom > bottom) scroller.scrollTop += row.bottom - bottom;
  else if (row.top < top) scroller.scrollTop -= top - row.top;
}
