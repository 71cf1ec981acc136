import { FolderOpenOutlined, FolderOutlined, MoreOutlined } from '@ant-design/icons';
import type { FolderView } from '@tradepost/contracts/storage';
import { Button, Dropdown, Flex, Typography, theme } from 'antd';

export type FolderAction = 'rename' | 'share' | 'delete';

interface FolderRowProps {
  folder: FolderView;
  selected: boolean;
  onOpen: () => void;
  onAction: (action: FolderAction) => void;
}

export function FolderRow({ folder, selected, onOpen, onAction }: FolderRowProps) {
  const { token } = theme.useToken();
  const color = selected ? token.colorLink : token.colorText;
  return (
    <Flex
      align="center"
      component="li"
      style={{
        borderRadius: token.borderRadius,
        background: selected ? token.colorPrimaryBg : undefined,
        marginBottom: 2,
      }}
    >
      <Button
        type="text"
        onClick={onOpen}
        title={folder.name}
        aria-current={selected ? 'page' : undefined}
        icon={selected ? <FolderOpenOutlined aria-hidden /> : <FolderOutlined aria-hidden />}
        style={{
          flex: 1,
          minWidth: 0,
          justifyContent: 'flex-start',
          color,
          fontWeight: selected ? 600 : 400,
          background: 'transparent',
        }}
      >
        <Typography.Text ellipsis style={{ flex: 1, textAlign: 'start', color: 'inherit' }}>
          {folder.name}
        </Typography.Text>
        <Typography.Text type="secondary" className="numbers" style={{ fontSize: 12 }}>
          {folder.count}
        </Typography.Text>
      </Button>
      <Dropdown
        trigger={['click']}
        menu={{
          items: [
            { key: 'rename', label: 'Rename' },
            { key: 'share', label: 'Share' },
            { type: 'divider' },
            { key: 'delete', label: 'Delete', danger: true },
          ],
          onClick: ({ key }) => onAction(key as FolderAction),
        }}
      >
        <Button
          type="text"
          size="small"
          icon={<MoreOutlined />}
          aria-label={`Actions for ${folder.name}`}
          style={{ minWidth: 28 }}
        />
      </Dropdown>
    </Flex>
  );
}
