import { Flex, Typography } from 'antd';

/** The sidebar's folders. */
export function FolderSection(_: { onGo?: (() => void) | undefined }) {
  return (
    <Flex style={{ padding: '12px 16px' }}>
      <Typography.Text type="secondary">ADD DIGITAL ASSEST</Typography.Text>
    </Flex>
  );
}
