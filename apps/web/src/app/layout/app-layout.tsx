import { MenuOutlined } from '@ant-design/icons';
import { Button, Drawer, Flex, Grid, Layout, theme } from 'antd';
import { useState } from 'react';
import { Outlet } from 'react-router-dom';
import { Bell } from '../../features/notifications/bell';
import { UploadManager } from '../../features/workspace/upload-manager';
import { useUser } from '../../session/auth.store';
import { KeyNotice } from '../../vault/key-notice';
import { Keys } from '../keys';
import { ThemeToggle } from '../theme-toggle';
import { AccountFooter } from './account-footer';
import { Brand } from './brand';
import { DeletionNotice } from './deletion-notice';
import { Nav } from './nav';

const siderWidth = 272;

/** Every signed-in screen but the download page: sidebar (a drawer on phones), header, content. */
export function AppLayout() {
  const user = useUser();
  const { token } = theme.useToken();
  const { lg } = Grid.useBreakpoint();
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  const side = (onGo?: () => void) => (
    <Flex vertical style={{ height: '100%' }}>
      <div style={{ flex: 1, overflowY: 'auto', padding: '12px 8px' }}>
        <Nav user={user} {...(onGo && { onGo })} />
      </div>
      <AccountFooter user={user} />
    </Flex>
  );

  return (
    <Layout style={{ minHeight: '100%' }}>
      <a className="skip-link" href="#content">
        Skip to content
      </a>
      <Layout.Header
        style={{
          position: 'sticky',
          top: 0,
          zIndex: 20,
          borderBottom: `1px solid ${token.colorBorderSecondary}`,
          display: 'flex',
          alignItems: 'center',
          gap: 12,
        }}
      >
        {!lg && <Button type="text" icon={<MenuOutlined />} aria-label="Open the menu" onClick={() => setOpen(true)} />}
        <Brand />
        <div style={{ flex: 1 }} />
        <Bell />
        <Keys hasButton={lg ?? false} />
        <ThemeToggle />
      </Layout.Header>
      {user.userType === 'sender' && <UploadManager />}
      <Layout hasSider>
        {lg ? (
          <Layout.Sider
            width={siderWidth}
            style={{
              position: 'sticky',
              top: 56,
              height: 'calc(100vh - 56px)',
              borderInlineEnd: `1px solid ${token.colorBorderSecondary}`,
            }}
          >
            {side()}
          </Layout.Sider>
        ) : (
          <Drawer
            placement="left"
            open={open}
            onClose={close}
            size={siderWidth + 28}
            title={<Brand />}
            styles={{ body: { padding: 0 } }}
          >
            {side(close)}
          </Drawer>
        )}
        <Layout.Content id="content" tabIndex={-1} style={{ padding: lg ? 32 : 16, outline: 'none', minWidth: 0 }}>
          <div style={{ maxWidth: 1240, margin: '0 auto' }}>
            <DeletionNotice />
            <KeyNotice />
            <Outlet />
          </div>
        </Layout.Content>
      </Layout>
    </Layout>
  );
}
