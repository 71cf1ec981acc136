import { MenuOutlined } from '@ant-design/icons';
import { isOwner } from '@tradepost/contracts/roles';
import { Button, Layout } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { Outlet } from 'react-router-dom';
import { HelpButton } from '../help/help-button';
import { SearchButton } from '../../features/search/search-button';
import { ReceivedMemberInvitations } from '../../features/members/received-invitations';
import { Bell } from '../../features/notifications/bell';
import { FolderDialogs } from '../../features/workspace/folder/folder-dialogs';
import { UploadManager } from '../../features/workspace/upload/upload-manager';
import { UnfinishedUploads } from '../../features/workspace/upload/unfinished/unfinished-uploads';
import { UploadTray } from '../../features/workspace/upload/upload-tray';
import { useUser } from '../../session/auth.store';
import { useMay, usesVault } from '../../session/may';
import { KeyNotice, useIsNoticeKnown } from '../../vault/notices/key-notice';
import { SkeletonList } from '../../ui/busy/skeleton-list';
import { Keys } from '../keys/keys';
import { ThemeToggle } from '../theme/theme-toggle';
import { AccountMenu } from './account-menu';
import { Brand } from './brand';
import { DeletionNotice } from './deletion-notice';
import { OfflineNotice } from './offline-notice';
import { SiteFooter } from './site-footer';
import { t } from '../../i18n/t';
import { useIsAtLeast } from '../../ui/screen/use-is-at-least';
import layout from '../../ui/layout/layout.module.css';
import { withFrameStyles } from '../../ui/layout/all-styles';
import { onDemand } from '../../ui/layout/on-demand';
import styles from './app-layout.module.css';

/** Narrow screens show it only in their menu. */
const Side = lazy(async () => ({ default: (await withFrameStyles(import('./side'))).Side }));
const MenuDrawer = onDemand(async () => (await import('./menu-drawer')).MenuDrawer);

const siderWidth = 240;

/** Every signed-in screen except the download page: sidebar (a drawer on phones), header, content. */
export function AppLayout() {
  const user = useUser();
  const mayUpload = useMay('files') && user.userType === 'sender';
  const hasSettings =
    user.userType === 'admin' || (user.companyId !== null && (!isOwner(user) || user.kycStatus !== 'Pending'));
  const canSearch = user.companyId !== null && user.kycStatus !== 'Pending';
  const hasAccount = useMay('account');
  const hasKeys = usesVault(user);
  const isNoticeKnown = useIsNoticeKnown();
  const isShown = isNoticeKnown || !hasKeys;
  const isWide = useIsAtLeast('lg');
  // once opened, the menu stays on the page, to close with its motion
  const [menu, setMenu] = useState<'open' | 'closed'>();
  const [showsKeys, setShowsKeys] = useState(false);
  const close = () => setMenu((menu) => menu && 'closed');

  return (
    <Layout className={styles.page}>
      <a className="skip-link" href="#content">
        {t('Skip to content')}
      </a>
      <Layout.Header className={styles.header}>
        {!isWide && (
          <Button
            type="text"
            icon={<MenuOutlined aria-hidden />}
            aria-label={t('Open the menu')}
            onClick={() => setMenu('open')}
          />
        )}
        <Brand />
        <div className={layout.grow} />
        {canSearch && <SearchButton isWide={isWide} />}
        <Bell />
        <HelpButton {...(isWide && { onShowKeys: () => setShowsKeys(true) })} />
        <Keys isOpen={showsKeys} onToggle={setShowsKeys} />
        <ThemeToggle />
        <AccountMenu user={user} hasSettings={hasSettings} />
      </Layout.Header>
      {user.userType === 'sender' && <FolderDialogs onGo={close} />}
      {mayUpload && <UploadManager />}
      {mayUpload && !isWide && <UploadTray isDocked />}
      <Layout hasSider>
        {isWide ? (
          <Layout.Sider width={siderWidth} className={styles.sider}>
            <Suspense>
              <Side user={user}>{mayUpload && <UploadTray />}</Side>
            </Suspense>
          </Layout.Sider>
        ) : (
          menu && <MenuDrawer isOpen={menu === 'open'} width={siderWidth + 28} onClose={close} user={user} />
        )}
        {/* a footer in the main part would be no landmark */}
        <div className={styles.content}>
          <Layout.Content id="content" tabIndex={-1} className={styles.column}>
            <div className={styles.notices}>
              <OfflineNotice />
              {hasAccount && <DeletionNotice />}
              {hasKeys && <KeyNotice />}
              {mayUpload && <UnfinishedUploads />}
              {hasAccount && <ReceivedMemberInvitations />}
            </div>
            {/* behind the placeholder, the screen already loads what it shows */}
            <div hidden={!isShown}>
              <Outlet />
            </div>
            {!isShown && <SkeletonList />}
          </Layout.Content>
          <div className={styles.foot}>
            <SiteFooter />
          </div>
        </div>
      </Layout>
    </Layout>
  );
}
