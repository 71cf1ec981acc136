import { Flex, Spin, Typography, theme } from 'antd';

/** Covers the screen while something runs that must not be disturbed. */
export function FullScreenBusy({ title, text }: { title: string; text?: string }) {
  const { token } = theme.useToken();
  return (
    <Flex
      vertical
      align="center"
      justify="center"
      gap={12}
      role="status"
      style={{ position: 'fixed', inset: 0, zIndex: 1050, background: token.colorBgLayout, padding: 24, textAlign: 'center' }}
    >
      <Spin size="large" />
      <Typography.Title level={4} style={{ margin: '12px 0 0' }}>
        {title}
      </Typography.Title>
      {text && <Typography.Text type="secondary">{text}</Typography.Text>}
    </Flex>
  );
}
