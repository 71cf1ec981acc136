import { FolderOpenOutlined, FolderOutlined, MoreOutlined, PushpinFilled } from '@ant-design/icons';
import type { FolderView } from '@tradepost/contracts/storage';
import { Flex, type MenuProps } from 'antd';
import { useRef } from 'react';
import { useMay } from '../../../session/may';
import { LinkButton } from '../../../ui/layout/link-button';
import { MenuButton } from '../../../ui/menu/menu-button';
import { Text } from '../../../ui/text/text';
import { t } from '../../../i18n/t';
import layout from '../../../ui/layout/layout.module.css';
import styles from './folder.module.css';

export const addressOf = ({ id }: FolderView) => `/workspace?folder=${id}`;

export type FolderAction = 'rename' | 'share' | 'pin' | 'delete';

interface FolderRowProps {
  folder: FolderView;
  selected: boolean;
  /** Called when the folder opens in this window. */
  onOpen: () => void;
  onAction: (action: FolderAction) => void;
}

export function FolderRow({ folder, selected, onOpen, onAction }: FolderRowProps) {
  const actions = useRef<HTMLButtonElement>(null);
  const mayChange = useMay('files');
  const mayDeliver = useMay('deliver');
  const act: MenuProps['onClick'] = ({ key, domEvent }) => {
    if (key === 'pin') {
      // no dialog takes the focus; without preventDefault, Enter would press the focused button
      domEvent.preventDefault();
      actions.current?.focus();
    }
    onAction(key as FolderAction);
  };
  return (
    <Flex align="center" component="li" className={selected ? `${styles.folder} ${styles.selected}` : styles.folder}>
      <LinkButton
        type="text"
        to={addressOf(folder)}
        onGo={onOpen}
        title={folder.name}
        aria-current={selected ? 'page' : undefined}
        icon={selected ? <FolderOpenOutlined aria-hidden /> : <FolderOutlined aria-hidden />}
        className={styles.open}
      >
        <span dir="auto" className={`${styles.folderName} ${layout.cut}`}>
          {folder.name}
        </span>
        {folder.pinnedAt && <PushpinFilled aria-label={t('Pinned')} className={styles.pin} />}
        <Text type="secondary" className={`numbers ${layout.small}`}>
          {folder.count}
        </Text>
      </LinkButton>
      {(mayChange || mayDeliver) && (
        <MenuButton
          ref={actions}
          type="text"
          size="small"
          icon={<MoreOutlined aria-hidden />}
          aria-label={t('Actions for {name}', { name: folder.name })}
          className={styles.iconButton}
          menu={{
            items: [
              mayChange && { key: 'rename', label: t('Rename') },
              mayDeliver && { key: 'share', label: t('Share') },
              mayChange && { key: 'pin', label: folder.pinnedAt ? t('Unpin') : t('Pin to top') },
              mayChange && { type: 'divider' as const },
              mayChange && { key: 'delete', label: t('Delete'), danger: true },
            ].filter((item) => item !== false),
            onClick: act,
          }}
        />
      )}
    </Flex>
  );
}
