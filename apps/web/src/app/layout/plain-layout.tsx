import { Layout, theme } from 'antd';
import { Outlet } from 'react-router-dom';
import { ThemeToggle } from '../theme-toggle';
import { Brand } from './brand';

/** Only the brand above the content: the download screen and what is not there. */
export function PlainLayout() {
  const { token } = theme.useToken();
  return (
    <Layout style={{ minHeight: '100%' }}>
      <Layout.Header
        style={{
          borderBottom: `1px solid ${token.colorBorderSecondary}`,
          display: 'flex',
          alignItems: 'center',
          justifyContent: 'space-between',
        }}
      >
        <Brand />
        <ThemeToggle />
      </Layout.Header>
      <Layout.Content style={{ padding: '32px 16px' }}>
        <Outlet />
      </Layout.Content>
    </Layout>
  );
}
