import { StyleProvider } from '@ant-design/cssinjs';
import { QueryClientProvider } from '@tanstack/react-query';
import { ConfigProvider } from 'antd';
import { useEffect, type ReactNode } from 'react';
import { queryClient } from '../api/query-client';
import { useComponentTexts } from '../i18n/component-texts';
import { direction } from '../i18n/language';
import { useBranding } from './theme/branding';
import { themeOf } from './theme/theme';
import { useNotices } from '../ui/notice/notice-store';
import { loadNotices } from '../ui/notice/notices';
import { useReducedMotion, useScheme } from './theme/scheme';

/** Toasts and other notices. F8 moves the focus to the one that is shown. */
function Notices() {
  const Host = useNotices((state) => state.Host);
  useEffect(() => {
    const press = (event: Event) => {
      void loadNotices();
      if (event instanceof KeyboardEvent && event.key === 'F8')
        document.querySelector<HTMLElement>('.ant-notification-notice-close')?.focus();
    };
    addEventListener('keydown', press);
    addEventListener('pointerdown', press);
    return () => {
      removeEventListener('keydown', press);
      removeEventListener('pointerdown', press);
    };
  }, []);
  return Host && <Host />;
}

export function Providers({ children }: { children: ReactNode }) {
  const locale = useComponentTexts();
  const theme = themeOf(
    useScheme(),
    useReducedMotion(),
    useBranding(({ accent }) => accent),
  );
  return (
    // antd's styles go into a cascade layer, so that a single class of ours overrides them
    <StyleProvider layer>
      <ConfigProvider
        theme={theme}
        direction={direction}
        locale={locale}
        form={{ requiredMark: false }}
        button={{ autoInsertSpace: false }}
        select={{ showSearch: { optionFilterProp: 'label' } }}
      >
        <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
        <Notices />
      </ConfigProvider>
    </StyleProvider>
  );
}
