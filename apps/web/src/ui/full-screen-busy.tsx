import { Flex, Spin, Typography, theme } from 'antd';
import type { ReactNode } from 'react';

interface FullScreenBusyProps {
  title: string;
  text?: string;
  /** Instead of the turning wheel: how far it is, and the ways out. */
  children?: ReactNode;
}

/** Covers the screen while something runs that must not be disturbed. */
export function FullScreenBusy({ title, text, children }: FullScreenBusyProps) {
  const { token } = theme.useToken();
  return (
    <Flex
      vertical
      align="center"
      justify="center"
      gap={12}
      style={{
        position: 'fixed',
        inset: 0,
        zIndex: 1050,
        background: token.colorBgLayout,
        padding: 24,
        textAlign: 'center',
      }}
    >
      {!children && <Spin size="large" />}
      <div role="status">
        <Typography.Title level={4} style={{ margin: '12px 0' }}>
          {title}
        </Typography.Title>
        {text && <Typography.Text type="secondary">{text}</Typography.Text>}
      </div>
      {children}
    </Flex>
  );
}
